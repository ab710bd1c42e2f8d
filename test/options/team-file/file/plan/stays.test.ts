/** The units, nights and times of an import's bookings (docs/rules.md, 5, 9 and 20.4). */
import { expect, test } from 'vitest';
import { rowsOf } from '../../../../helpers/rows.ts';
import { exportElsewhere, openSharedTeamFiles } from '../../../../helpers/team-file.ts';
import { buildTotals } from './loft.ts';

const files = await openSharedTeamFiles();

let made = 0;
const newTeam = () => {
  made += 1;
  return { slug: `stays-${made}`, name: 'Stays', currency: 'EUR', timezone: 'America/New_York' };
};
const plain = { public_title: 'Place', max_guests: 2, rates: { nightly: 10000 } };
const home = (...names: string[]) => ({
  ...plain,
  slug: 'home',
  kind: 'standalone',
  units: names.map((name) => ({ name })),
});
const house = { ...plain, slug: 'house', kind: 'building', whole_building_bookable: true };
const type = (slug: string, units: object[]) => ({
  ...plain,
  slug,
  kind: 'unit_type',
  building: 'house',
  units,
});
const guests = [{ email: 'guest@stays.example', name: 'Guest' }];
const stay = (code: string, check_in: string, check_out: string, more: object = {}) => ({
  confirmation_code: code,
  listing: 'home',
  guest: 'guest@stays.example',
  status: 'confirmed',
  check_in,
  check_out,
  number_of_guests: 1,
  ...more,
});
/** An export imports into an empty database, and its own export is the same. */
async function comesBack(slug: string): Promise<void> {
  const text = await files.exportText(slug);
  expect(await exportElsewhere(text)).toBe(text);
}
const unitsOf = async (slug: string) =>
  Object.fromEntries(
    (await files.exportFile(slug)).bookings.map((booking: Record<string, unknown>) => [
      booking.confirmation_code,
      booking.unit,
    ]),
  );

test('an import chooses the unit with the smallest gaps, then by name, and never one that is taken, blocked or inactive', async () => {
  const team = newTeam();
  const listing = home('B', 'A', 'C');
  listing.units.push({ name: '0', active: false } as { name: string });
  const named = [
    stay('N1', '2028-01-01', '2028-01-10', { unit: 'C' }),
    stay('N2', '2028-01-14', '2028-01-20', { unit: 'C' }),
  ];
  await files.importSound({
    team,
    guests,
    listings: [listing],
    blocks: [{ listing: 'home', unit: 'A', start_date: '2028-03-03', end_date: '2028-03-05' }],
    bookings: [
      stay('GAP', '2028-01-10', '2028-01-14'),
      stay('NAME', '2028-01-10', '2028-01-14'),
      stay('BLOCKED', '2028-03-01', '2028-03-04', { preparation_days: 1 }),
      ...named,
    ],
  });
  expect(await unitsOf(team.slug)).toEqual({ N1: 'C', N2: 'C', GAP: 'C', NAME: 'A', BLOCKED: 'C' });
});

test('on import, stored bookings keep their units before new ones are placed, unless the file gives their unit to another booking', async () => {
  const team = newTeam();
  const kept = stay('KEPT', '2028-05-01', '2028-05-05');
  await files.importSound({ team, guests, listings: [home('A', 'B')], bookings: [kept] });
  const later = { ...kept, check_in: '2028-05-02', check_out: '2028-05-06' };
  await files.importSound({ team, bookings: [stay('NEW', '2028-05-01', '2028-05-05'), later] });
  expect(await unitsOf(team.slug)).toEqual({ KEPT: 'A', NEW: 'B' });
  await files.importSound({
    team,
    bookings: [
      { ...later, number_of_guests: 2 },
      stay('NEW', '2028-07-01', '2028-07-05', { unit: 'B' }),
      stay('TAKES', '2028-05-01', '2028-05-07', { unit: 'A' }),
    ],
  });
  expect(await unitsOf(team.slug)).toEqual({ KEPT: 'B', NEW: 'B', TAKES: 'A' });
});

test('two bookings may swap dates in one team file, and a cancelled one frees its nights', async () => {
  const team = newTeam();
  const [first, second] = [stay('ONE', '2028-05-01', '2028-05-05'), stay('TWO', '2028-05-05', '2028-05-09')];
  await files.importSound({ team, guests, listings: [home('A')], bookings: [first, second] });
  const swapped = [stay('ONE', '2028-05-05', '2028-05-09'), stay('TWO', '2028-05-01', '2028-05-05')];
  await files.importSound({ team, bookings: swapped });
  await files.importSound({
    team,
    bookings: [{ ...first, status: 'cancelled' }, stay('THREE', '2028-05-05', '2028-05-09')],
  });
  expect(await unitsOf(team.slug)).toEqual({ ONE: 'A', TWO: 'A', THREE: 'A' });
  expect(await files.importRefused({ team, bookings: [{ ...first, status: 'confirmed' }] })).toEqual([
    'bookings[0] (ONE): unit cannot be chosen, because no active unit of "home" is free on [2028-05-01, 2028-05-05).',
  ]);
});

test('a team file is refused if a stay overlaps a stored one, which is named', async () => {
  const team = newTeam();
  const stored = stay('STORED', '2028-05-01', '2028-05-05', { preparation_days: 1 });
  await files.importSound({ team, guests, listings: [home('A')], bookings: [stored] });
  const block = { listing: 'home', unit: 'A', start_date: '2028-05-05', end_date: '2028-05-06' };
  expect(await files.importRefused({ team, blocks: [block] })).toEqual([
    'blocks[0] (home A 2028-05-05): its nights, [2028-05-05, 2028-05-06) in unit "A", must not overlap those of the stored booking STORED, [2028-05-01, 2028-05-06).',
  ]);
  await files.importSound({ team, blocks: [{ ...block, start_date: '2028-05-06', end_date: '2028-05-07' }] });
});

test('an imported booking of a whole building takes every active unit, and an export names them if the building changed since', async () => {
  // Far ahead, because another test may have moved the clock, and what is over takes no more units.
  const team = newTeam();
  const types = [
    type('double', [{ name: '1' }, { name: '2', active: false }]),
    type('single', [{ name: '1' }]),
  ];
  const whole = stay('WHOLE', '2032-05-01', '2032-05-05', { listing: 'house' });
  await files.importSound({ team, guests, listings: [house, ...types], bookings: [whole] });
  const held = async () => {
    const { rows } = await files.pool.query(
      `select l.slug || ' ' || u.name as unit from occupancies o join units u on u.team_id = o.team_id and u.id = o.unit_id
         join listings l on l.team_id = u.team_id and l.id = u.listing_id join teams t on t.id = o.team_id where t.slug = $1 order by 1`,
      [team.slug],
    );
    return rows.map(({ unit }) => unit);
  };
  expect(await held()).toEqual(['double 1', 'single 1']);
  expect((await files.exportFile(team.slug)).bookings[0]).not.toHaveProperty('units');

  // The second double opens, and the booking takes it too (5.1), so it is not sold to others.
  const opened = type('double', [{ name: '2', active: true }]);
  const single = stay('SOLD', '2032-05-02', '2032-05-04', { listing: 'double', unit: '2' });
  expect(await files.importRefused({ team, listings: [opened], bookings: [whole, single] })).toEqual([
    expect.stringContaining('must not overlap those of bookings[0] (WHOLE)'),
  ]);
  await files.importSound({ team, listings: [opened], bookings: [whole] });
  expect(await held()).toEqual(['double 1', 'double 2', 'single 1']);
  // One that closes stays with the booking, here and after a move to another installation.
  await files.importSound({ team, listings: [type('single', [{ name: '1', active: false }])] });
  expect(await held()).toEqual(['double 1', 'double 2', 'single 1']);
  const text = await files.exportText(team.slug);
  expect(JSON.parse(text).bookings[0]).toMatchObject({
    units: [
      { listing: 'double', unit: '1' },
      { listing: 'double', unit: '2' },
      { listing: 'single', unit: '1' },
    ],
  });
  await comesBack(team.slug);
});

test('importing a unit type into another building moves the units of its building’s bookings along', async () => {
  const team = newTeam();
  const other = { ...house, slug: 'other-house' };
  const double = type('double', [{ name: '1' }]);
  const whole = stay('WHOLE', '2028-05-01', '2028-05-05', { listing: 'house' });
  await files.importSound({
    team,
    guests,
    listings: [house, other, double, type('single', [{ name: '1' }])],
    bookings: [whole],
  });
  await files.importSound({ team, listings: [{ slug: 'double', building: 'other-house' }] });
  const before = await rowsOf(files.pool, team.slug);
  await files.importSound({ team, bookings: [whole] });
  expect(await rowsOf(files.pool, team.slug)).toEqual(before);
  const rival = stay('RIVAL', '2028-05-04', '2028-05-06', { listing: 'double', unit: '1' });
  expect(await files.importRefused({ team, bookings: [rival] })).toHaveLength(1);
  await comesBack(team.slug);
});

test('computed values can be imported again, even beyond the limits for values that people enter', async () => {
  const team = newTeam();
  const total = 3 * 10 ** 11;
  const lines = Array.from({ length: 403 }, (_, index) => ({
    type: index === 0 ? 'accommodation' : 'fee',
    code: `line ${index}`,
    name: 'Line',
    basis: 'stay',
    amount: index === 0 ? total : 0,
  }));
  const totals = buildTotals(total, 0, 0);
  const last = stay('LAST', '2199-12-30', '2199-12-31', { status: 'completed' });
  await files.importSound({
    team: { ...team, timezone: 'Pacific/Pago_Pago' },
    guests,
    listings: [{ ...home('A'), check_out_time: '23:59' }],
    bookings: [
      { ...stay('LARGE', '2000-01-01', '2000-01-03'), totals, lines },
      {
        ...stay('CHANGED', '2001-01-01', '2001-01-03'),
        totals: buildTotals(5, 0, 0),
        payments: [
          { amount: total, status: 'paid', due_on: '1999-12-31' },
          { amount: 2 ** 53 - 1, status: 'cancelled', due_on: '1990-01-03' },
        ],
        invoices: [{ number: '1', amount: total, status: 'void' }],
      },
      last,
    ],
  });
  await comesBack(team.slug);
});

test('names with control characters, from before these were refused, are imported without them', async () => {
  const team = newTeam();
  const notes = 'two\nlines\u0007';
  await files.importSound({
    team,
    guests: [{ ...guests[0], notes }],
    listings: [{ ...home('A'), description: notes }],
    bookings: [stay('NAMED', '2028-01-01', '2028-01-03', { notes, special_requests: notes })],
  });
  const ofTeam = 'team_id = (select id from teams where slug = $1)';
  for (const [table, column] of [
    ['units', 'name'],
    ['listings', 'public_title'],
    ['guests', 'name'],
  ])
    await files.pool.query(
      `update ${table} set ${column} = E'\\x1b[2J\\u202e' || ${column} where ${ofTeam}`,
      [team.slug],
    );
  const file = await files.exportFile(team.slug);
  expect(file.listings[0]).toMatchObject({ public_title: '\uFFFD[2J\uFFFDPlace', description: notes });
  expect(file.bookings[0]).toMatchObject({ unit: '\uFFFD[2J\uFFFDA', notes, special_requests: notes });
  expect(file.guests[0]).toMatchObject({ name: '\uFFFD[2J\uFFFDGuest', notes });
  await files.importSound(file);
  expect(await files.exportFile(team.slug)).toMatchObject({ bookings: file.bookings, guests: [{ notes }] });
  await comesBack(team.slug);
});

test('an imported unit type has the address, time zone and currency of its building', async () => {
  const team = newTeam();
  const building = { ...house, currency: 'SEK', timezone: 'Europe/Stockholm', address: { city: 'Malmö' } };
  await files.importSound({ team, listings: [type('double', [{ name: '1' }]), building] });
  const inherited = async () => (await files.exportFile(team.slug)).listings[0];
  expect(await inherited()).toMatchObject({
    currency: 'SEK',
    timezone: 'Europe/Stockholm',
    address: { city: 'Malmö' },
  });
  files.setNow('2029-01-01T00:00:00Z');
  await files.importSound({ team, listings: [{ ...building, address: { city: 'Lund' } }] });
  expect(await inherited()).toMatchObject({
    address: { city: 'Lund' },
    updated_at: '2029-01-01T00:00:00+00:00',
  });
});

test('an imported standalone listing without units gets one named by its title, which later imports leave alone', async () => {
  const team = newTeam();
  const { units, ...listing } = home();
  await files.importSound({ team, listings: [listing] });
  await files.importSound({ team, listings: [{ ...listing, public_title: 'Renamed', units: [] }] });
  expect((await files.exportFile(team.slug)).listings[0].units).toMatchObject([
    { name: 'Place', active: true },
  ]);
});

test('an import sets the times that a booking’s status implies, if the file does not give them', async () => {
  const team = newTeam();
  const created_at = '2027-01-05T14:03:22+00:00';
  const at = (code: string, status: string, from: string, to: string, more = {}) =>
    stay(code, from, to, { status, created_at, ...more });
  await files.importSound({
    team,
    guests,
    listings: [{ ...home('A'), check_out_time: '10:30' }],
    bookings: [
      at('A', 'pending', '2027-02-01', '2027-02-03'),
      at('B', 'confirmed', '2027-03-01', '2027-03-03'),
      at('C', 'completed', '2027-06-01', '2027-06-03'),
      at('D', 'cancelled', '2027-05-01', '2027-05-03'),
      at('E', 'cancelled', '2027-05-01', '2027-05-03', { cancelled_at: '2027-02-02T00:00:00+00:00' }),
    ],
  });
  const { bookings } = await files.exportFile(team.slug);
  const timesOf = ({ confirmed_at, cancelled_at, completed_at }: Record<string, unknown>) => [
    confirmed_at,
    cancelled_at,
    completed_at,
  ];
  expect(bookings.map(timesOf)).toEqual([
    [null, null, null],
    [created_at, null, null],
    // 10:30 in New York, where it is summer.
    [created_at, null, '2027-06-03T14:30:00+00:00'],
    [null, created_at, null],
    [null, '2027-02-02T00:00:00+00:00', null],
  ]);
});

test('an imported booking has the preparation days of its listing unless the file says otherwise, and keeps them', async () => {
  const team = newTeam();
  const withRule = (preparation_days: number) => ({ ...home('A'), rules: { preparation_days } });
  const booking = stay('PREP', '2028-05-01', '2028-05-05');
  await files.importSound({ team, guests, listings: [withRule(2)], bookings: [booking] });
  await files.importSound({ team, listings: [withRule(5)], bookings: [booking] });
  expect((await files.exportFile(team.slug)).bookings[0]).toMatchObject({ preparation_days: 2 });
});
