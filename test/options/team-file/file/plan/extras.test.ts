/** Other extras and pets of a stored booking, and what its lines say of their charges (docs/rules.md, 9.13, 9.14, 20.4). */
import { expect, test } from 'vitest';
import { exportElsewhere, openSharedTeamFiles } from '../../../../helpers/team-file.ts';
import { verifyAll } from '../../../../helpers/verify.ts';
import { BOOKING, buildTotals, LOFT, listAmounts, newFile } from './loft.ts';

const files = await openSharedTeamFiles();

const fees = [
  { code: 'breakfast', name: 'Breakfast', basis: 'stay', amount: 700, optional: true, taxable: true },
  { code: 'dog', name: 'Dog', basis: 'pet', amount: 900 },
];
const taxes = [
  { code: 'vat', name: 'VAT', basis: 'percent', percent: 10 },
  { code: 'stay', name: 'Stay', basis: 'percent', percent: 1, applies_to: ['accommodation'] },
];
const breakfast = { extras: [{ code: 'breakfast' }] };

const fileWith = (change: object) => newFile({ fees, taxes, bookings: [{ ...BOOKING, ...change }] });
const linesOf = async (slug: string) => listAmounts(await files.exportBooking(slug));
const dearer = {
  listings: [{ ...LOFT, rates: { nightly: 20_000 } }],
  taxes: [
    { ...taxes[0], percent: 50 },
    { code: 'later', name: 'Later', basis: 'stay', amount: 5 },
  ],
};

test('price lines of a team file say whether a fee is taxable and what a tax applies to, and survive export and import', async () => {
  const file = fileWith(breakfast);
  await files.importSound(file);
  const { lines } = await files.exportBooking(file.team.slug);
  expect(lines).toMatchObject([
    { code: 'accommodation' },
    { code: 'breakfast', taxable: true },
    { code: 'stay', applies_to: ['accommodation'] },
    { code: 'vat', applies_to: ['accommodation', 'fees'] },
  ]);
  expect(lines.map((line: object) => ['taxable' in line, 'applies_to' in line])).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [false, true],
  ]);
  const text = await files.exportText(file.team.slug);
  expect(await exportElsewhere(text)).toBe(text);
  await files.importSound(JSON.parse(text));
  expect(await files.exportText(file.team.slug)).toBe(text);
});

test('importing price lines without taxability keeps what is stored, and with it replaces that', async () => {
  const file = fileWith(breakfast);
  await files.importSound(file);
  const { slug } = file.team;
  const before = await files.exportText(slug);
  const { lines, totals } = await files.exportBooking(slug);
  type Line = { code: string; taxable?: boolean; applies_to?: string[] };
  const shown = lines.map(({ taxable: _, applies_to: __, ...line }: Line) => line);
  await files.importSound({ team: file.team, bookings: [{ ...BOOKING, totals, lines: shown }] });
  expect(await files.exportText(slug)).toBe(before);
  const said = lines.map((line: Line) =>
    line.code === 'breakfast' ? { ...line, taxable: false } : { ...line },
  );
  await files.importSound({ team: file.team, bookings: [{ ...BOOKING, totals, lines: said }] });
  expect((await files.exportBooking(slug)).lines).toEqual(said);
});

test('importing other extras or pets of a booking prices only these', async () => {
  const file = fileWith({});
  await files.importSound(file);
  const { team } = file;
  const first = await linesOf(team.slug);
  expect(first).toEqual([
    ['accommodation', 40_000],
    ['stay', 400],
    ['vat', 4_000],
  ]);
  await files.importSound({ team, ...dearer, bookings: [{ ...BOOKING, ...breakfast }] });
  expect(await linesOf(team.slug)).toEqual([
    ['accommodation', 40_000],
    ['breakfast', 700],
    ['stay', 400],
    ['vat', 4_070],
  ]);
  await files.importSound({
    team,
    bookings: [{ ...BOOKING, extras: [], party: { adults: 2, pets: 1 } }],
  });
  expect(await linesOf(team.slug)).toEqual([
    ['accommodation', 40_000],
    ['dog', 900],
    ['stay', 400],
    ['vat', 4_000],
  ]);
  await files.importSound({ team, bookings: [{ ...BOOKING, party: { adults: 2, pets: 0 } }] });
  expect(await linesOf(team.slug)).toEqual(first);
  expect((await verifyAll(files)).filter(({ violations }) => violations > 0)).toEqual([]);
});

test('importing other guests together with other extras prices the whole stay again', async () => {
  const file = fileWith({});
  await files.importSound(file);
  const { team } = file;
  await files.importSound({
    team,
    ...dearer,
    bookings: [{ ...BOOKING, ...breakfast, number_of_guests: 3 }],
  });
  expect(await linesOf(team.slug)).toEqual([
    ['accommodation', 80_000],
    ['breakfast', 700],
    ['later', 5],
    ['vat', 40_350],
  ]);
});

test('importing a booking with totals and extras adds lines for the extras to these totals', async () => {
  const totals = buildTotals(30_000, 1_000, 500);
  const file = fileWith({ totals });
  await files.importSound(file);
  const { team } = file;
  const first = await linesOf(team.slug);
  await files.importSound({ team, bookings: [{ ...BOOKING, ...breakfast }] });
  expect(await linesOf(team.slug)).toEqual([
    ['accommodation', 30_000],
    ['breakfast', 700],
    ['fees', 1_000],
    ['taxes', 500],
  ]);
  await files.importSound({ team, bookings: [{ ...BOOKING, extras: [] }] });
  expect(await linesOf(team.slug)).toEqual(first);
});

test('importing the same totals with other extras and pets keeps the price lines', async () => {
  const file = fileWith({});
  await files.importSound(file);
  const { team } = file;
  const { totals, lines } = await files.exportBooking(team.slug);
  const change = { totals, party: { adults: 2, pets: 1 }, extras: [{ code: 'breakfast' }] };
  await files.importSound({ team, ...dearer, bookings: [{ ...BOOKING, ...change }] });
  expect(await files.exportBooking(team.slug)).toMatchObject({
    ...change,
    party: { pets: 1 },
    totals,
    lines,
  });
});

test('importing a booking without extras that its other lines depend on is refused', async () => {
  const plain = { basis: 'stay', quantity: 1 };
  const lines = [
    { type: 'accommodation', code: 'accommodation', name: 'Nights', ...plain, amount: 30_000 },
    { type: 'fee', code: 'breakfast', name: 'Breakfast', ...plain, amount: 700 },
    { type: 'fee', code: 'rebate', name: 'Rebate', ...plain, amount: -600 },
  ];
  const totals = buildTotals(30_000, 100, 0);
  const file = fileWith({ ...breakfast, totals, lines });
  await files.importSound(file);
  expect(await files.importRefused({ team: file.team, bookings: [{ ...BOOKING, extras: [] }] })).toEqual([
    'bookings[0] (BOOKED): totals is required, because the rest would be below 0.',
  ]);
});
