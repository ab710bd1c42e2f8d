/** Of an event whose guest is erased. */

/** Single words, codes, ids, dates and moments cannot contain a guest's free text. */
const IS_PLAIN = /^[\w:+.-]{1,40}$/;

/** Innkeep itself writes these, so they cannot contain a guest's text. */
const KEPT = new Set([
  ...['status', 'listing_id', 'unit_id', 'source', 'check_in', 'check_out', 'number_of_guests', 'expires_at'],
  ...[
    'accommodation_total',
    'discount_total',
    'fees_total',
    'taxes_total',
    'grand_total',
    'price_agreed',
    'coupon_code',
  ],
  ...['payment', 'refunded_amount', 'invoice', 'security_deposit'],
  ...['override_rules', 'guest', 'unit_pinned', 'because'],
]);

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) : IS_PLAIN.test(String(value));

/** Details that came with a team file may contain a text anywhere. */
export const removeFreeTexts = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).filter(([field, value]) => KEPT.has(field) && isPlain(value)));
