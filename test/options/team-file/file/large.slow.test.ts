/** Files of more than one page: entries of one page refer to those of another. */
import { expect, test } from 'vitest';
import { rowsOf } from '../../../helpers/rows.ts';
import { exportElsewhere, openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { bulkTeamFile } from './bulk-file.ts';

const files = await openSharedTeamFiles();
const large = bulkTeamFile({ listings: 120, bookings: 1_100 });
const created = await files.importSound(large);
const LAST = large.bookings.length - 1;
const [first] = large.bookings;
const PAYMENT = '01970000-0000-7000-8000-00000000cccc';

test('a team file of many pages is imported, exported the same, and unchanged by a second import', async () => {
  expect(created).toMatchObject({
    counts: { listings: { created: 120 }, guests: { created: 660 }, bookings: { created: 1_100 } },
  });
  const text = await files.exportText('bulk');
  const stored = await rowsOf(files.pool, 'bulk');
  const again = await files.importSound(JSON.parse(text));
  expect(again).toMatchObject({
    team: { outcome: 'unchanged' },
    counts: { listings: { unchanged: 120 }, guests: { unchanged: 660 }, bookings: { unchanged: 1_100 } },
  });
  expect(await rowsOf(files.pool, 'bulk')).toEqual(stored);
  expect(await exportElsewhere(text)).toBe(text);
});

test('problems on different pages of a team file are reported together, and nothing is changed', async () => {
  const stored = await rowsOf(files.pool, 'bulk');
  const { bookings } = await files.exportFile('bulk');
  const [one, other] = bookings;
  const last = large.bookings[LAST];
  const at = (index: number, code: string) => `bookings[${index}] (${code}): `;
  const problemsOf = async (file: object) =>
    (await files.importRefused({ ...large, ...file })).map((line) =>
      line.replaceAll(/not "[0-9a-f-]{36}"/g, 'not ID'),
    );
  const twice = {
    guests: [...large.guests, { ...large.guests[0], name: 'Twice' }],
    bookings: [
      ...large.bookings.map(({ payments, ...booking }, index) => ({
        ...booking,
        payments: index === 0 || index === LAST ? [{ ...payments[0], id: PAYMENT }] : payments,
      })),
      { ...first, notes: 'twice' },
    ],
  };
  expect(await problemsOf(twice)).toEqual([
    `guests[660] (guest-0@mail.example): email must not be that of guests[0] (guest-0@mail.example), not "guest-0@mail.example".`,
    `${at(LAST, `BULK${LAST}`)}payments.id must not be that of bookings[0] (BULK0), not ID.`,
    `${at(LAST + 1, 'BULK0')}confirmation_code must not be that of bookings[0] (BULK0), not "BULK0".`,
  ]);
  const renamed = { ...last, confirmation_code: 'RENAMED', id: other.id, unit: 'nowhere' };
  expect(await problemsOf({ bookings: [...large.bookings, renamed] })).toEqual([
    `${at(LAST + 1, 'RENAMED')}id must not be that of bookings[${other.confirmation_code.slice(4)}] (${other.confirmation_code}), not ID.`,
    expect.stringContaining(`${at(LAST + 1, 'RENAMED')}unit must be the name of a unit of`),
  ]);
  const overlaps = {
    ...first,
    confirmation_code: 'OVERLAPS',
    unit: one.unit,
    totals: null,
    lines: [],
    payments: [],
  };
  expect(await problemsOf({ bookings: [...large.bookings, overlaps] })).toEqual([
    expect.stringMatching(
      /^bookings\[1100\] \(OVERLAPS\): its nights.*must not overlap those of bookings\[0\] \(BULK0\)/,
    ),
  ]);
  expect(await rowsOf(files.pool, 'bulk')).toEqual(stored);
});
