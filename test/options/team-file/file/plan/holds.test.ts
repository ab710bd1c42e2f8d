/** Holds in team files (docs/rules.md, 10). */
import { expect, test } from 'vitest';
import { violationsIn } from '../../../../helpers/invariants.ts';
import { exportElsewhere, NOW, openSharedTeamFiles } from '../../../../helpers/team-file.ts';
import { BOOKING, LOFT, newFile } from './loft.ts';

const files = await openSharedTeamFiles();

/** The clock of these tests says 2026-11-21T08:30:00. */
const LATER = '2026-11-21T09:00:00+00:00';
const PAST = '2026-11-21T08:30:00+00:00';

const home = { ...LOFT, units: [{ name: 'A' }] };
const hold = {
  ...BOOKING,
  status: 'pending',
  check_in: '2028-01-01',
  check_out: '2028-01-05',
  expires_at: LATER,
};
const { expires_at: _, ...withoutEnd } = hold;
const confirmed = { ...withoutEnd, confirmation_code: 'CONFIRMED', status: 'confirmed' };

/** A team of one unit, in which that booking is stored. */
async function importedBooking(booking: object) {
  const { team, ...lists } = newFile({ listings: [home], bookings: [booking] });
  await files.importSound({ team, ...lists });
  return { team, read: () => files.exportBooking(team.slug) };
}
const nightsOf = async ({ slug }: { slug: string }) => {
  const { rows } = await files.pool.query<{ expires_at: Date | null }>(
    `select o.expires_at from occupancies o join teams t on t.id = o.team_id where t.slug = $1`,
    [slug],
  );
  return rows.map(({ expires_at }) => expires_at?.toISOString() ?? null);
};

test('a hold in a team file is imported with its nights, exported, and changed by a later import', async () => {
  const { team, read } = await importedBooking(hold);
  expect(await nightsOf(team)).toEqual(['2026-11-21T09:00:00.000Z']);
  expect(await read()).toMatchObject({ status: 'pending', expires_at: LATER });
  const text = await files.exportText(team.slug);
  expect(await exportElsewhere(text)).toBe(text);
  expect((await files.importSound(JSON.parse(text))).counts.bookings).toEqual({ unchanged: 1 });

  const longer = '2026-11-22T09:00:00+00:00';
  await files.importSound({ team, bookings: [{ ...hold, expires_at: longer }] });
  expect(await nightsOf(team)).toEqual(['2026-11-22T09:00:00.000Z']);
  // A key that the file leaves out keeps its value; null clears it.
  await files.importSound({ team, bookings: [withoutEnd] });
  expect(await read()).toMatchObject({ expires_at: longer });
  await files.importSound({ team, bookings: [{ ...hold, expires_at: null }] });
  expect(await nightsOf(team)).toEqual([null]);
  expect(await violationsIn(files.url)).toEqual([]);
});

test('importing a hold as confirmed keeps its nights for good', async () => {
  const { team, read } = await importedBooking(hold);
  await files.importSound({ team, bookings: [{ ...withoutEnd, status: 'confirmed' }] });
  expect(await read()).toMatchObject({ status: 'confirmed', expires_at: null });
  expect(await nightsOf(team)).toEqual([null]);
  expect(await violationsIn(files.url)).toEqual([]);
});

test('an expired hold survives export and import', async () => {
  const expired = {
    status: 'cancelled',
    expires_at: PAST,
    cancelled_at: PAST,
    cancellation_reason: 'expired',
  };
  const { read } = await importedBooking({ ...hold, ...expired });
  expect(await read()).toMatchObject(expired);
});

test('a team file is refused if a confirmed booking has expires_at', async () => {
  const file = newFile({ listings: [home], bookings: [{ ...confirmed, expires_at: LATER }] });
  expect(await files.importRefused(file)).toEqual([
    expect.stringContaining('expires_at must not be given with status'),
  ]);
});

test('an import cannot take the nights of a stored hold before it lapses, and cancels it after that', async () => {
  const { team, read } = await importedBooking(hold);
  const [problem] = await files.importRefused({ team, bookings: [confirmed] });
  expect(problem).toContain('unit cannot be chosen');
  files.setNow(LATER);
  try {
    const elsewhen = { ...confirmed, check_in: '2028-02-01', check_out: '2028-02-03' };
    await files.importSound({ team, bookings: [elsewhen] });
    expect(await read()).toMatchObject({ status: 'pending' });
    await files.importSound({ team, bookings: [confirmed] });
    expect(await read()).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'expired',
      cancelled_at: LATER,
      expires_at: LATER,
      events: [
        { type: 'booking.created' },
        { type: 'booking.expired', actor: { type: 'system', name: null }, created_at: LATER },
      ],
    });
    expect(await violationsIn(files.url)).toEqual([]);
  } finally {
    files.setNow(NOW);
  }
});
