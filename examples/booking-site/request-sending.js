import { bookingAddress } from './booking-key.js';
import { keepBooking, keepDraft, readDraft } from './kept.js';

/**
 * Sends a wish, and keeps what the visitor has filled in. The same wish is sent under the same idempotency key, also
 * after a reload, so it is never booked twice.
 *
 * @param {{ api: import('./api.js').Api, site: import('./site.js').Site, listing: import('./api.js').Listing }} context
 */
export function createSending({ api, site, listing }) {
  const name = `innkeep-draft-${site.team}-${listing.slug}`;
  let draft = readDraft(name);
  /** @param {Partial<import('./kept.js').Draft>} changes */
  const keep = (changes) => {
    draft = { ...draft, ...changes };
    keepDraft(name, draft);
  };
  return {
    fields: draft.fields,
    /** @param {Record<string, string>} fields */
    keepFields: (fields) => keep({ fields }),
    /** Returns the address of the page that shows the booking. @param {import('./api.js').Wish} wish */
    async send(wish) {
      const text = JSON.stringify(wish);
      const idempotencyKey = draft.sent?.wish === text ? draft.sent.key : newKey();
      keep({ sent: { wish: text, key: idempotencyKey } });
      const { confirmation_code: code, key, check_in, check_out } = await api.book(wish, idempotencyKey);
      keepBooking(site.team, {
        code,
        key,
        title: listing.public_title,
        checkIn: check_in,
        checkOut: check_out,
      });
      keepDraft(name, null);
      return bookingAddress(site, code, key);
    },
  };
}

/** `crypto.randomUUID` exists only on pages that are served securely. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
