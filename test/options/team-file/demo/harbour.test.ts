import { expect, it } from 'vitest';
import { harbourTeam } from '../../../../examples/demo/harbour.ts';
import demo from '../../../../examples/demo/team.json' with { type: 'json' };
import { seasonsAround } from '../../../../examples/demo/team-dates.ts';
import { addDays } from '../../../../src/domain/dates/dates.ts';
import { words } from '../../../helpers/words.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const team = harbourTeam(TODAY);

const distinct = (values: Iterable<unknown>): number => new Set(values).size;

it('the demo’s data is plain JSON, and always the same for the same day', () => {
  expect(harbourTeam(TODAY)).toEqual(team);
  expect(JSON.parse(JSON.stringify(team))).toEqual(team);
});

it('the demo has bookings in every status, and folios with every kind of payment, invoice and deposit', () => {
  const { bookings } = team;
  const live = bookings.filter(({ status }) => status !== 'cancelled');
  expect(distinct(bookings.map(({ status }) => status))).toBe(4);
  expect(distinct(bookings.map(({ source }) => source))).toBe(8);
  expect(
    live.filter((booking) => booking.check_in < TODAY && booking.check_out > TODAY).length,
  ).toBeGreaterThan(4);
  for (const day of ['check_in', 'check_out'] as const)
    expect(live.filter((booking) => booking[day] === TODAY).length).toBeGreaterThan(0);
  expect(live.some((booking) => booking.check_in > addDays(TODAY, 90))).toBe(true);
  expect(live.some(({ status, expires_at }) => status === 'pending' && expires_at)).toBe(true);

  const payments = bookings.flatMap(
    (booking): { status: string; refunded_amount?: number }[] => booking.payments,
  );
  expect(distinct(payments.map(({ status }) => status))).toBe(5);
  expect(payments.some(({ status, refunded_amount }) => status === 'paid' && refunded_amount)).toBe(true);
  expect(distinct(bookings.flatMap(({ invoices }) => invoices.map(({ status }) => status)))).toBe(3);
  const deposits = bookings.map(({ security_deposit }) => security_deposit?.status);
  expect(deposits).toEqual(expect.arrayContaining(words('pending held returned kept cancelled')));
  expect(bookings.filter(({ cancellation_fee }) => cancellation_fee === 0).length).toBeGreaterThan(0);
});

it('the demo has every kind of place, terms and day', () => {
  const { listings, fees, taxes, coupons } = team;
  expect(distinct(listings.map(({ kind }) => kind))).toBe(3);
  expect(distinct(listings.map(({ property_type }) => property_type))).toBeGreaterThan(8);
  const rooms = listings.filter(({ building }) => building === 'pier-house');
  expect(rooms.map(({ units }) => units?.length)).toEqual([4, 2, 2]);
  expect(
    listings.filter((listing) => listing.status === 'draft' || listing.listed_on_site === false),
  ).toHaveLength(2);
  expect(distinct(fees.map(({ basis }) => basis))).toBe(4);
  expect(taxes.some(({ max_nights }) => max_nights)).toBe(true);
  expect(coupons.some(({ valid_from, valid_until }) => valid_from && valid_until)).toBe(true);
  const days: object[] = listings.flatMap((listing): object[] => listing.days);
  for (const rule of ['closed', 'closed_for_arrival', 'closed_for_departure'])
    expect(days).toContainEqual(expect.objectContaining({ [rule]: true }));
});

it('the demo’s seasons cover the longest booking window from every day of two years, one at a time', () => {
  const listSeasons = (today: string) =>
    demo.listings.map(({ slug, seasons }) => ({ slug, seasons: seasonsAround(seasons ?? {}, today) }));
  expect(listSeasons(TODAY)).toEqual(team.listings.map(({ slug, seasons }) => ({ slug, seasons })));
  for (let day = 0; day < 731; day += 1) {
    const today = addDays(TODAY, day);
    for (const { slug, seasons } of listSeasons(today)) {
      const inOrder = seasons.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1));
      for (const [index, season] of inOrder.entries()) {
        const next = inOrder[index + 1];
        if (next && next.start_date <= season.end_date)
          throw new Error(`${today} ${slug}: ${next.name} overlaps`);
      }
      if (slug !== 'pier-house') continue;
      expect((inOrder.at(-1)?.end_date ?? '') > addDays(today, 730)).toBe(true);
    }
  }
});

it('the demo has guests with names in many scripts, some without email, and a member without a password', () => {
  for (const script of words('Latin Han Hangul Greek Cyrillic Arabic Hebrew Devanagari Georgian'))
    expect(team.guests.some(({ name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(name))).toBe(true);
  expect(team.guests.filter(({ email }) => !email).map(({ id }) => typeof id)).toEqual(['string', 'string']);
  // A password that everybody knows would open a door.
  expect(team.members).toEqual([{ email: 'ana@harbour.example', name: 'Ana Reis' }]);
});
