/** In which languages the lines and the terms of an imported booking are named (docs/rules.md, 26.25). */
import { expect, test } from 'vitest';
import { day } from '../../../helpers/factories.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { translatedTeam } from '../../../helpers/translated-team.ts';

const files = await openSharedTeamFiles();

const booking = (given: object = {}) => ({
  confirmation_code: 'HB7K2M9Q',
  listing: 'loft',
  status: 'confirmed',
  check_in: day(10),
  check_out: day(12),
  number_of_guests: 2,
  guest: 'bea@example.com',
  source: 'manual',
  created_at: '2026-11-01T10:00:00+00:00',
  ...given,
});

async function importBooking(slug: string, given: object = {}) {
  const team = translatedTeam({ slug, languages: ['en', 'de'] });
  const guests = [{ name: 'Bea Lind', email: 'bea@example.com' }];
  await files.importSound({ ...team, guests, bookings: [booking(given)] });
  return {
    team,
    guests,
    read: async () => (await files.exportFile(slug)).bookings?.[0] as Record<string, unknown>,
  };
}

const LINE = { type: 'accommodation', code: 'accommodation', name: 'Stay', basis: 'night', quantity: 2 };
const TOTALS = {
  accommodation_total: 20_000,
  discount_total: 0,
  fees_total: 500,
  taxes_total: 0,
  grand_total: 20_500,
};
const FEE = { type: 'fee', code: 'bread', name: 'Bread', basis: 'stay', quantity: 1, amount: 500 };

test('a price by the rates is named in the languages that the team offers', async () => {
  const { read } = await importBooking('by-rates');
  expect((await read()).lines).toMatchObject([
    { name: 'Accommodation', names: { de: 'Übernachtung' } },
    { name: '[en] Cleaning', names: { de: '[de] Cleaning' } },
    { name: '[en] Service', names: { de: '[de] Service' } },
    { name: '[en] City tax', names: { de: '[de] City tax' } },
    { name: '[en] Contained tax', names: { de: '[de] Contained tax' } },
  ]);
});

test('totals without lines are named like our own lines', async () => {
  const { read } = await importBooking('by-totals', { totals: TOTALS });
  expect((await read()).lines).toMatchObject([
    { name: 'Accommodation', names: { de: 'Übernachtung' } },
    { name: 'Fees', names: { de: 'Gebühren' } },
  ]);
});

test('lines keep the names of a file, in languages that the team does not offer too, and those that it leaves out', async () => {
  const lines = [{ ...LINE, amount: 20_000, names: { de: 'Aufenthalt', fr: 'Séjour' } }, FEE];
  const { read, team, guests } = await importBooking('by-lines', { totals: TOTALS, lines });
  const stored = (await read()).lines;
  expect(stored).toMatchObject([
    { name: 'Stay', names: { de: 'Aufenthalt', fr: 'Séjour' } },
    { name: 'Bread' },
  ]);
  expect((stored as object[])[1]).not.toHaveProperty('names');

  const again = async (accommodation: object) => {
    const changed = booking({ totals: TOTALS, lines: [{ ...LINE, amount: 20_000, ...accommodation }, FEE] });
    await files.importSound({ ...team, guests, bookings: [changed] });
    return ((await read()).lines as object[])[0];
  };
  expect(await again({})).toMatchObject({ names: { de: 'Aufenthalt', fr: 'Séjour' } });
  expect(await again({ name: 'Nights' })).not.toHaveProperty('names');
});
