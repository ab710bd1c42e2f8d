/** Lists with their filters and pages, and single bookings. */
import fc from 'fast-check';
import { notThere, pageOf } from '../answers.ts';
import { command, read } from '../asking.ts';
import { folioOf, shownBooking } from '../bookings.ts';
import { plus } from '../dates.ts';
import { anyPick, anyToken, NOBODY, pickOf, tokenOf } from '../drawing.ts';
import { type Block, type Booking, type Guest, type State, todayOf } from '../state.ts';
import { typesOf } from '../team.ts';
import { anyKind, bookingOf } from './writes.ts';

/** Newest first. Entities of the same second are sorted by id, in descending order. */
export const newestFirst = <T extends { created_at: string; id: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => (`${a.created_at}${a.id}` > `${b.created_at}${b.id}` ? -1 : 1));

const paging = {
  page: fc.constantFrom(undefined, undefined, 1, 2, 3),
  per_page: fc.constantFrom(undefined, 1, 2, 5, 100),
};

const queryOf = (parameters: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

const day = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 30 }) },
);

export const listBookings = command(
  'bookings',
  fc.record({
    token: anyToken,
    pick: anyPick,
    by: fc.constantFrom('none', 'none', 'none', 'none', 'listing', 'guest', 'code', 'nobody'),
    status: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      'pending',
      'confirmed,completed',
      'cancelled,pending',
    ),
    source: fc.constantFrom(undefined, undefined, undefined, 'api', 'airbnb,manual'),
    from: day,
    to: day,
    since: fc.constantFrom(false, false, true),
    ...paging,
  }),
  async (state, service, { token, pick, by, status, source, from, to, since, page, per_page }) => {
    const one = pickOf(state.bookings, pick);
    const query = queryOf({
      status,
      source,
      listing_id: by === 'listing' ? one?.listing_id : undefined,
      guest_id: by === 'nobody' ? NOBODY : by === 'guest' ? one?.guest_id : undefined,
      confirmation_code: by === 'code' ? one?.confirmation_code : undefined,
      check_in_from: from === undefined ? undefined : plus(todayOf(state), from),
      check_in_to: to === undefined ? undefined : plus(todayOf(state), to),
      updated_since: since ? one?.updated_at : undefined,
      per_page,
      page,
    });
    const path = `/bookings?${new URLSearchParams(query)}`;
    await read(state, service, 'bookings', { path, token: tokenOf(state, token) }, () => {
      const found = newestFirst(state.bookings).filter((booking) => isFound(booking, query));
      const because = [
        found.length > 0 ? 'some' : 'none',
        ...(found.length > (per_page ?? 20) ? ['more pages'] : []),
      ];
      return {
        told: pageOf('/v1/bookings', query, found, (booking) => shownBooking(state, booking)),
        because,
      };
    });
  },
);

function isFound(booking: Booking, query: Record<string, string>): boolean {
  const isOneOf = (list: string | undefined, value: string) =>
    list === undefined || list.split(',').includes(value);
  return (
    isOneOf(query.status, booking.status) &&
    isOneOf(query.source, booking.source) &&
    isOneOf(query.listing_id, booking.listing_id) &&
    isOneOf(query.guest_id, booking.guest_id) &&
    isOneOf(query.confirmation_code, booking.confirmation_code) &&
    booking.check_in >= (query.check_in_from ?? '') &&
    booking.check_in <= (query.check_in_to ?? '9') &&
    booking.updated_at >= (query.updated_since ?? '')
  );
}

export const listGuests = command(
  'guests',
  fc.record({
    token: anyToken,
    email: fc.constantFrom(undefined, undefined, 'BEA@example.com', 'nobody@example.com'),
    search: fc.constantFrom(undefined, undefined, 'LI', 'example', 'å', 'ögm', '%_'),
    ...paging,
  }),
  async (state, service, { token, email, search: asked, page, per_page }) => {
    const search = asked === 'å' ? ' Å' : asked;
    const query = queryOf({ email, search: search === ' Å' ? undefined : search, per_page, page });
    const path = `/guests?${new URLSearchParams(query)}`;
    await read(state, service, 'guests', { path, token: tokenOf(state, token) }, () => {
      const found = newestFirst(state.guests).filter((guest) => isSearched(guest, query));
      return {
        told: pageOf('/v1/guests', query, found, (guest) => guest),
        because: [found.length > 0 ? 'some' : 'none'],
      };
    });
  },
);

function isSearched({ name, email }: Guest, query: Record<string, string>): boolean {
  const lower = (text: string | null) => text?.toLowerCase() ?? '';
  if (query.email !== undefined && lower(email) !== query.email.toLowerCase()) return false;
  const part = query.search?.toLowerCase() ?? '';
  return lower(name).includes(part) || lower(email).includes(part);
}

export const listBlocks = command(
  'blocks',
  fc.record({
    token: anyToken,
    listing: fc.option(anyPick, { nil: undefined }),
    from: day,
    to: day,
    ...paging,
  }),
  async (state, service, { token, listing: pick, from, to, page, per_page }) => {
    const listing = pick === undefined ? undefined : pickOf(state.team.listings, pick);
    const query = queryOf({
      listing_id: listing?.id,
      from: from === undefined ? undefined : plus(todayOf(state), from),
      to: to === undefined ? undefined : plus(todayOf(state), to),
      per_page,
      page,
    });
    const path = `/blocks?${new URLSearchParams(query)}`;
    await read(state, service, 'blocks', { path, token: tokenOf(state, token) }, () => {
      const own = listing ? [listing, ...typesOf(state.team, listing)].map(({ id }) => id) : null;
      const found = byFirstNight(state.blocks).filter(
        (block) =>
          (own === null || own.includes(block.listing_id)) &&
          block.end_date > (query.from ?? '') &&
          block.start_date <= (query.to ?? '9'),
      );
      return {
        told: pageOf('/v1/blocks', query, found, (block) => block),
        because: [found.length > 0 ? 'some' : 'none'],
      };
    });
  },
);

export const byFirstNight = (blocks: readonly Block[]): Block[] =>
  blocks.toSorted((a, b) => (`${a.start_date}${a.id}` < `${b.start_date}${b.id}` ? -1 : 1));

export const readBooking = command(
  'booking',
  fc.record({ kind: anyKind, part: fc.constantFrom('', '/folio', '/events', 'guest') }),
  async (state, service, { kind, part }) => {
    const booking = bookingOf(state, kind.pick);
    const id = booking?.id.toUpperCase() ?? NOBODY;
    const path = part === 'guest' ? `/guests/${booking?.guest_id ?? NOBODY}` : `/bookings/${id}${part}`;
    await read(state, service, `booking${part}`, { path, token: tokenOf(state, kind.token) }, () => {
      if (!booking) return { told: notThere(part === 'guest' ? 'guest' : 'booking') };
      if (part === '/events') return { told: eventsOf(booking, id) };
      return { told: { status: 200, body: { data: dataOf(state, booking, part) } } };
    });
  },
);

const eventsOf = (booking: Booking, id: string) =>
  pageOf(`/v1/bookings/${id}/events`, {}, booking.events, (event) => event);

function dataOf(state: State, booking: Booking, part: string): unknown {
  if (part === '') return shownBooking(state, booking);
  return part === '/folio' ? folioOf(state, booking) : state.guests.find(({ id }) => id === booking.guest_id);
}
