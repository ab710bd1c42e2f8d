/** Parties, charges by age and extras in team files (docs/rules.md, 23). */
import { expect, test } from 'vitest';
import { exportElsewhere, openSharedTeamFiles } from '../../../../helpers/team-file.ts';
import { FEES, LINES, TAXES } from '../../../../routes/party/inn.ts';
import { BOOKING, buildTotals, LOFT, newFile } from './loft.ts';

const files = await openSharedTeamFiles();

/** The worked party four years earlier, as `LINES` counts it. */
const earlier = (date: string) => date.replace('2031', '2027').replace('2032', '2028');
const taxes = TAXES.map((tax) => JSON.parse(earlier(earlier(JSON.stringify(tax)))));
const listing = {
  ...LOFT,
  max_guests: 5,
  max_children: 3,
  max_infants: 1,
  max_pets: 1,
  rates: { nightly: 10_000, included_guests: 2, extra_guest_nightly: 1_500, extra_child_nightly: 500 },
};
const { number_of_guests: _, ...withoutGuests } = BOOKING;
const booking = {
  ...withoutGuests,
  check_in: '2027-12-30',
  check_out: '2028-01-02',
  party: { adults: 2, children_ages: [9, 4, 1], pets: 1 },
  extras: [{ code: 'breakfast' }],
};
const fileWith = (change: object) =>
  newFile({ fees: FEES, taxes, listings: [listing], bookings: [{ ...booking, ...change }] });
const SHOWN = {
  number_of_guests: 4,
  party: { adults: 2, children_ages: [1, 4, 9], infants: 1, pets: 1 },
  extras: [{ code: 'breakfast', quantity: 1 }],
};

test('the worked example of a party is priced to the cent by an import, and survives export', async () => {
  const file = fileWith({});
  await files.importSound(file);
  const { lines, ...exported } = await files.exportBooking(file.team.slug);
  expect(exported).toMatchObject({ ...SHOWN, totals: { grand_total: 51_800 } });
  expect(lines.map(({ code, quantity, amount }: (typeof lines)[number]) => [code, quantity, amount])).toEqual(
    LINES,
  );
  const text = await files.exportText(file.team.slug);
  expect(await exportElsewhere(text)).toBe(text);
});

test('an import takes infants from the file, else keeps them or counts by the team’s infant age', async () => {
  const file = fileWith({});
  await files.importSound(file);
  const { slug } = file.team;
  const later = { ...file, team: { ...file.team, infant_age: 5 } };
  // The same party, and the number of guests alone, keep what is stored.
  await files.importSound(later);
  const { party, ...numbered } = { ...booking, number_of_guests: 4 };
  await files.importSound({ ...later, bookings: [numbered] });
  expect(await files.exportBooking(slug)).toMatchObject(SHOWN);
  await files.importSound({ ...later, bookings: [{ ...booking, party: { ...party, infants: 0 } }] });
  expect(await files.exportBooking(slug)).toMatchObject({ number_of_guests: 5, party: { infants: 0 } });
  await files.importSound({ ...later, bookings: [{ ...booking, party: { ...party, pets: 0 } }] });
  expect(await files.exportBooking(slug)).toMatchObject({
    number_of_guests: 3,
    party: { infants: 2, pets: 0 },
  });
  await files.importSound({ ...later, bookings: [{ ...numbered, number_of_guests: 2 }] });
  const adults = { adults: 2, children_ages: [], infants: 0, pets: 0 };
  expect(await files.exportBooking(slug)).toMatchObject({ number_of_guests: 2, party: adults });
});

test('an unknown extra in a team file is a problem only if the import has to price the booking', async () => {
  const unknown = { extras: [{ code: 'sauna' }, { code: 'breakfast', quantity: 2 }] };
  expect(await files.importRefused(fileWith(unknown))).toEqual([
    'bookings[0] (BOOKED): extras[0].code must be the code of an extra of the listing, not "sauna".',
    'bookings[0] (BOOKED): extras[1].quantity must be at most 1, not 2.',
  ]);
  const file = fileWith({ ...unknown, totals: buildTotals(30_000, 0, 0) });
  await files.importSound(file);
  expect((await files.exportBooking(file.team.slug)).extras).toEqual([
    { code: 'breakfast', quantity: 2 },
    { code: 'sauna', quantity: 1 },
  ]);
});

test('a team file is refused if parts of a booking’s party contradict each other', async () => {
  const { party } = booking;
  const without = { party: undefined };
  const refused = [
    [{ number_of_guests: 5 }, 'number_of_guests must be 4, the number of guests in the party, not 5'],
    [without, 'number_of_guests is required'],
    [{ party: { ...party, adults: 0, children_ages: [1] } }, 'party.adults must give 1 to 1000 guests'],
    [{ number_of_guests: 2, party: { children_ages: [1] } }, 'party.adults is required with children_ages'],
    [{ party: { ...party, infants: 4 } }, 'party.infants must be at most the number of children, 3, not 4'],
    [{ party: { ...party, children_ages: [18] } }, 'party.children_ages[0] must be an integer from 0 to 17'],
    [{ extras: [{ code: 'a' }, { code: 'a' }] }, 'extras[1].code'],
  ] as const;
  for (const [change, problem] of refused) {
    const [line = ''] = await files.importRefused(fileWith(change));
    expect(line).toContain(`bookings[0] (BOOKED): ${problem}`);
  }
});
