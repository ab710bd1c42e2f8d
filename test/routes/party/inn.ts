import type { TestApp } from '../../helpers/app.ts';
import { openSite } from '../../helpers/site.ts';

const perPersonNight = (code: string, amount: number, more: object) => ({
  code,
  name: code,
  basis: 'guest_night',
  amount,
  ...more,
});

/** The charges of the worked party (docs/rules.md, 23), four years later. */
export const TAXES = [
  perPersonNight('city-a', 200, { ages: { from: 13 }, max_nights: 7, valid_until: '2031-12-31' }),
  perPersonNight('city-b', 300, { ages: { from: 13, to: null }, max_nights: 7, valid_from: '2032-01-01' }),
  perPersonNight('child', 100, { ages: { to: 9 } }),
];
export const FEES = [
  { code: 'pets', name: 'Pets', basis: 'pet_night', amount: 700 },
  { code: 'breakfast', name: 'Breakfast', basis: 'guest_night', amount: 1200, optional: true },
];
export const LINES = [
  ['accommodation', 3, 33_000],
  ['breakfast', 12, 14_400],
  ['pets', 3, 2_100],
  ['child', 9, 900],
  ['city-a', 4, 800],
  ['city-b', 2, 600],
];
export const STAY = { check_in: '2031-12-30', check_out: '2032-01-02' };
export const PARTY = { adults: 2, children_ages: [9, 4, 1], pets: 1 };
export const SHOWN_PARTY = { adults: 2, children_ages: [1, 4, 9], infants: 1, pets: 1 };
export const EXTRAS = [{ code: 'breakfast', quantity: 1 }];
export const QUERY = { ...STAY, adults: '2', children_ages: '9,4,1', pets: '1', extras: 'breakfast' };

/** The place of the worked party, with room for five and one pet, and its booking site. */
export async function openPartyInn(world: TestApp) {
  const site = await openSite(world, {
    team: { siteBookings: 'instant' },
    listing: { maxGuests: 5, includedGuests: 2, extraGuestNightlyCents: 1_500 },
    units: ['A', 'B', 'C'],
  });
  const put = (path: string, body: object) => site.data(site.send('PUT', path, body));
  await put(`/listings/${site.listing.id}`, { max_pets: 1 });
  await put(`/listings/${site.listing.id}/rates`, { rates: { extra_child_nightly: 500 } });
  for (const tax of TAXES) await site.data(site.send('POST', '/taxes', tax), 201);
  for (const fee of FEES) await site.data(site.send('POST', '/fees', fee), 201);
  const bookParty = (overrides: Record<string, unknown> = {}) =>
    site.book({ ...STAY, number_of_guests: undefined, party: PARTY, extras: EXTRAS, ...overrides });
  const fieldsOf = async (answer: ReturnType<typeof site.send>) => {
    const { status, body } = await answer;
    return [status, Object.keys(body.errors ?? {})];
  };
  return { ...site, put, bookParty, fieldsOf };
}

export const linesIn = (lines: { code: string; quantity: number; amount: number }[]) =>
  lines.map(({ code, quantity, amount }) => [code, quantity, amount]);
