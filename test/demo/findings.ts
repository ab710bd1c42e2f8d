/** Everything that could be wrong with the demo on a day, found by simple means. An empty list means a good demo. */
import { isDeepStrictEqual } from 'node:util';
import type { BookingEntry, ListingEntry } from '../../demo/entries.ts';
import type { HarbourTeam } from '../../demo/harbour.ts';
import { addDays, datesBetween, daysBetween } from '../../src/domain/dates.ts';
import { expectedPrice } from './expected-price.ts';
import { folioFindings } from './folio-findings.ts';
import { inLisbon } from './lisbon-clock.ts';

export type Report = (isRight: boolean, what: string) => void;
export type Subject = {
  booking: BookingEntry;
  listing: ListingEntry;
  today: string;
  /** The date in Lisbon on which the booking was made. */
  bookedOn: string;
  report: Report;
};

const CODE = /^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{8}$/;

export function findingsOf(team: HarbourTeam, today: string): string[] {
  const findings: string[] = [];
  const listingBySlug = new Map(team.listings.map((listing) => [listing.slug, listing]));
  const codes = new Set<string>();
  for (const booking of team.bookings) {
    const report: Report = (isRight, what) => {
      if (!isRight) findings.push(`${today} ${booking.confirmation_code}: ${what}`);
    };
    const listing = listingBySlug.get(booking.listing);
    if (!listing) {
      report(false, 'no such listing');
      continue;
    }
    report(CODE.test(booking.confirmation_code) && !codes.has(booking.confirmation_code), 'code');
    codes.add(booking.confirmation_code);
    const subject = { booking, listing, today, bookedOn: inLisbon(booking.created_at).slice(0, 10), report };
    referenceFindings(team, subject);
    const { totals, lines } = expectedPrice(team, booking, subject.bookedOn);
    const inFile = { totals: booking.totals, lines: booking.lines };
    report(isDeepStrictEqual(inFile, { totals, lines }), `the price ${JSON.stringify(inFile)}`);
    report(totals.grand_total > 0, 'it costs nothing');
    ruleFindings(subject);
    stateFindings(subject);
    folioFindings(subject);
    couponFindings(team, subject);
  }
  return [
    ...findings,
    ...overlapFindings(team).map((what) => `${today} ${what}`),
    ...redemptionFindings(team).map((what) => `${today} ${what}`),
    ...calendarFindings(team, today).map((what) => `${today} ${what}`),
  ];
}

function referenceFindings(team: HarbourTeam, { booking, listing, report }: Subject): void {
  const guest = team.guests.find(({ email, id }) => (email ?? id) === booking.guest);
  report(guest !== undefined, 'its guest is not in the file');
  report((guest?.created_at ?? '9') <= (booking.created_at ?? ''), 'its guest is younger than the booking');
  if (listing.kind === 'building') report(booking.unit === null, 'a whole building has no unit');
  else report(listing.units?.some(({ name }) => name === booking.unit) === true, 'no such unit');
}

/** A booking that its own listing's rules would have refused would look odd. */
function ruleFindings({ booking, listing, bookedOn, report }: Subject): void {
  const { check_in: checkIn, check_out: checkOut } = booking;
  const length = daysBetween(checkIn, checkOut);
  const day = (date: string) => listing.days?.find((found) => found.date === date);
  const season = listing.seasons?.find(
    ({ start_date, end_date }) => start_date <= checkIn && checkIn <= end_date,
  );
  const rules = listing.rules ?? {};
  const shortest = day(checkIn)?.min_stay ?? season?.min_stay ?? rules.min_stay ?? 1;
  const longest = day(checkIn)?.max_stay ?? season?.max_stay ?? rules.max_stay ?? 365;
  report(length >= shortest && length <= longest, `${length} nights, not ${shortest} to ${longest}`);
  report(!day(checkIn)?.closed_for_arrival, 'arrives on a closed day');
  report(!day(checkOut)?.closed_for_departure, 'leaves on a closed day');
  report(!datesBetween(checkIn, checkOut).some((night) => day(night)?.closed), 'sleeps on a closed night');
  report(booking.number_of_guests <= listing.max_guests, 'too many guests');
  report(daysBetween(bookedOn, checkIn) >= (rules.advance_notice_days ?? 0), 'booked too late');
  report(
    daysBetween(bookedOn, addDays(checkOut, -1)) <= (rules.booking_window_days ?? Number.POSITIVE_INFINITY),
    'booked too early',
  );
  report(booking.preparation_days === (rules.preparation_days ?? 0), 'preparation_days');
}

function stateFindings({ booking, listing, today, bookedOn, report }: Subject): void {
  const {
    status,
    check_in: checkIn,
    check_out: checkOut,
    confirmed_at,
    cancelled_at,
    completed_at,
  } = booking;
  const moments = [
    booking.created_at,
    booking.updated_at,
    confirmed_at,
    cancelled_at,
    completed_at,
    ...(booking.events ?? []).map(({ created_at }) => created_at),
    ...(booking.payments ?? []).map(({ paid_at }) => paid_at),
    ...(booking.invoices ?? []).flatMap(({ issued_at, voided_at }) => [issued_at, voided_at]),
    booking.security_deposit?.held_at,
    booking.security_deposit?.returned_at,
  ].filter((moment) => typeof moment === 'string');
  report(
    moments.every((moment) => inLisbon(moment) < today),
    'something has happened that lies ahead',
  );
  report(
    moments.every((moment) => moment >= (booking.created_at ?? '')),
    'something happened before the booking was made',
  );
  report(bookedOn < checkIn || (bookedOn === checkIn && checkIn < today), 'made after check-in');
  if (status === 'completed') {
    report(checkOut < today, 'completed before its end');
    report(
      typeof completed_at === 'string' &&
        inLisbon(completed_at) === `${checkOut} ${listing.check_out_time ?? '11:00'}`,
      'completed_at',
    );
  } else {
    report(completed_at === null, 'completed_at without being completed');
    report(status === 'cancelled' || checkOut >= today, 'over and not completed');
  }
  report((status === 'cancelled') === (cancelled_at !== null), 'cancelled_at');
  report(status !== 'pending' || (confirmed_at === null && checkIn >= today), 'pending');
  report(!['confirmed', 'completed'].includes(status) || typeof confirmed_at === 'string', 'confirmed_at');
  eventFindings(booking, report);
}

function eventFindings(booking: BookingEntry, report: Report): void {
  const events = booking.events ?? [];
  const times = events.map(({ created_at }) => created_at ?? '');
  report(JSON.stringify(times) === JSON.stringify(times.toSorted()), 'events are not in order');
  report(events[0]?.type === 'booking.created' && times[0] === booking.created_at, 'first event');
  report(times.at(-1) === booking.updated_at, 'updated_at is not that of the last event');
  const count = (type: string) => events.filter((event) => event.type === type).length;
  report(count('booking.created') === 1, 'made more than once');
  report(count('booking.cancelled') === (booking.status === 'cancelled' ? 1 : 0), 'cancelled event');
  report(count('booking.completed') === (booking.status === 'completed' ? 1 : 0), 'completed event');
}

function couponFindings(team: HarbourTeam, { booking, bookedOn, report }: Subject): void {
  if (!booking.coupon_code) return;
  const coupon = team.coupons.find(({ code }) => code === booking.coupon_code);
  if (!coupon) {
    report(false, 'no such coupon');
    return;
  }
  const { check_in: checkIn, check_out: checkOut } = booking;
  report(coupon.active !== false, 'its coupon is switched off');
  report(
    (coupon.valid_from ?? '') <= bookedOn && bookedOn <= (coupon.valid_until ?? '9'),
    'coupon not valid then',
  );
  report(
    (coupon.stay_from ?? '') <= checkIn && checkOut <= (coupon.stay_until ?? '9'),
    'coupon for other dates',
  );
  report(daysBetween(checkIn, checkOut) >= (coupon.min_nights ?? 0), 'coupon for longer stays');
  report(!coupon.listings || coupon.listings.includes(booking.listing), 'coupon for another listing');
}

function redemptionFindings(team: HarbourTeam): string[] {
  return team.coupons.flatMap(({ code, max_redemptions: most }) => {
    const redeemed = team.bookings.filter(
      (booking) => booking.status !== 'cancelled' && booking.coupon_code === code,
    );
    return redeemed.length <= (most ?? Number.POSITIVE_INFINITY) ? [] : [`${code}: redeemed too often`];
  });
}

/** Walks through every night of every unit: nobody shares one. */
function overlapFindings(team: HarbourTeam): string[] {
  const holders = new Map<string, string>();
  const findings: string[] = [];
  const hold = (listing: string, unit: string, from: string, to: string, holder: string) => {
    for (const night of datesBetween(from, to)) {
      const key = `${listing} ${unit} ${night}`;
      const other = holders.get(key);
      if (other !== undefined) findings.push(`${key}: both ${other} and ${holder}`);
      holders.set(key, holder);
    }
  };
  for (const { listing, unit, start_date, end_date, reason } of team.blocks) {
    if (end_date <= start_date) findings.push(`block ${reason}: no nights`);
    hold(listing, unit, start_date, end_date, `block ${reason}`);
  }
  for (const booking of team.bookings.filter(({ status }) => status !== 'cancelled')) {
    const until = addDays(booking.check_out, booking.preparation_days ?? 0);
    for (const [listing, unit] of unitsHeld(team, booking)) {
      hold(listing, unit, booking.check_in, until, booking.confirmation_code);
    }
  }
  return findings;
}

function unitsHeld(team: HarbourTeam, { listing, unit }: BookingEntry): [listing: string, unit: string][] {
  if (unit) return [[listing, unit]];
  return team.listings
    .filter(({ building }) => building === listing)
    .flatMap(({ slug, units }) =>
      (units ?? [])
        .filter(({ active }) => active !== false)
        .map(({ name }): [string, string] => [slug, name]),
    );
}

/** Seasons follow each other without overlap and reach two years ahead. Each day is written once. */
function calendarFindings(team: HarbourTeam, today: string): string[] {
  return team.listings.flatMap(({ slug, seasons = [], days = [] }) => {
    const findings: string[] = [];
    const spans = seasons ?? [];
    for (const [index, season] of spans.entries()) {
      const next = spans[index + 1];
      if (season.end_date < season.start_date) findings.push(`${slug}: ${season.name} is reversed`);
      if (next && next.start_date <= season.end_date) findings.push(`${slug}: ${next.name} overlaps`);
    }
    const summers = spans.filter(({ name, start_date }) => name.startsWith('Summer') && start_date > today);
    const hasSummer = spans.some(({ name }) => name.startsWith('Summer'));
    if (hasSummer && summers.length < 2) findings.push(`${slug}: ${summers.length} summers ahead`);
    const dates = (days ?? []).map(({ date }) => date);
    if (new Set(dates).size !== dates.length) findings.push(`${slug}: a day twice`);
    return findings;
  });
}
