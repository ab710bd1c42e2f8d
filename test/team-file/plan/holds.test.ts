/** Holds in team files (docs/rules.md, 10). */
import { expect, test } from 'vitest';
import { violationsIn } from '../../helpers/invariants.ts';
import { openSharedTeamFiles, openTeamFiles } from '../../helpers/team-file.ts';

const files = await openSharedTeamFiles();

/** The clock of these tests says 2026-11-21T08:30:00. */
const LATER = '2026-11-21T09:00:00+00:00';
const PAST = '2026-11-21T08:30:00+00:00';

let made = 0;
const teamFile = (bookings: object[], more: object = {}) => ({
  team: { slug: `holds-${made}`, name: 'Holds', currency: 'EUR', timezone: 'Europe/Lisbon' },
  listings: [
    {
      ...{
        slug: 'home',
        kind: 'standalone',
        public_title: 'Home',
        max_guests: 2,
        rates: { nightly: 10_000 },
      },
      units: [{ name: 'A' }],
    },
  ],
  guests: [{ email: 'guest@holds.example', name: 'Guest' }],
  bookings,
  ...more,
});
const stay = (confirmation_code: string, more: object = {}) => ({
  ...{
    confirmation_code,
    listing: 'home',
    guest: 'guest@holds.example',
    status: 'pending',
    number_of_guests: 1,
  },
  ...{ check_in: '2028-01-01', check_out: '2028-01-05' },
  ...more,
});
const newSlug = () => {
  made += 1;
  return `holds-${made}`;
};
const bookingsOf = async (slug: string) =>
  Object.fromEntries(
    (await files.exportFile(slug)).bookings.map((one: Record<string, unknown>) => [
      one.confirmation_code,
      one,
    ]),
  );
const nightsOf = async () =>
  (
    await files.db.execute<{ expires_at: string | null }>(
      `select o.expires_at::text from occupancies o join bookings b on b.team_id = o.team_id and b.id = o.booking_id
     where b.confirmation_code like 'H${made}-%'`,
    )
  ).rows.map((row) => row.expires_at && new Date(row.expires_at).toISOString());

test('a hold in a team file is imported with its nights, exported, and changed by a later import', async () => {
  const slug = newSlug();
  const hold = stay(`H${made}-1`, { expires_at: LATER });
  await files.importSound(teamFile([hold]));
  expect(await nightsOf()).toEqual(['2026-11-21T09:00:00.000Z']);
  const text = await files.exportText(slug);
  expect(JSON.parse(text).bookings[0]).toMatchObject({ status: 'pending', expires_at: LATER });
  const other = await openTeamFiles();
  await other.importSound(JSON.parse(text));
  expect(await other.exportText(slug)).toBe(text);
  await other.close();
  expect((await files.importSound(JSON.parse(text))).counts.bookings).toEqual({ unchanged: 1 });

  const longer = '2026-11-22T09:00:00+00:00';
  await files.importSound(teamFile([{ ...hold, expires_at: longer }]));
  expect(await nightsOf()).toEqual(['2026-11-22T09:00:00.000Z']);
  // A key that the file leaves out keeps its value; null clears it.
  await files.importSound(teamFile([stay(`H${made}-1`)]));
  expect((await bookingsOf(slug))[`H${made}-1`]).toMatchObject({ expires_at: longer });
  await files.importSound(teamFile([{ ...hold, expires_at: null }]));
  expect(await nightsOf()).toEqual([null]);
  expect(await violationsIn(files.url)).toEqual([]);
});

test('importing a hold as confirmed keeps its nights for good', async () => {
  const slug = newSlug();
  await files.importSound(teamFile([stay(`H${made}-1`, { expires_at: LATER })]));
  await files.importSound(teamFile([stay(`H${made}-1`, { status: 'confirmed' })]));
  expect((await bookingsOf(slug))[`H${made}-1`]).toMatchObject({ status: 'confirmed', expires_at: null });
  expect(await nightsOf()).toEqual([null]);
  expect(await violationsIn(files.url)).toEqual([]);
});

test('an expired hold survives export and import', async () => {
  const slug = newSlug();
  const expired = {
    status: 'cancelled',
    expires_at: PAST,
    cancelled_at: PAST,
    cancellation_reason: 'expired',
  };
  await files.importSound(teamFile([stay(`H${made}-1`, expired)]));
  expect((await bookingsOf(slug))[`H${made}-1`]).toMatchObject(expired);
});

test('a team file is refused if a confirmed booking has expires_at', async () => {
  newSlug();
  const problems = await files.importRefused(
    teamFile([stay(`H${made}-1`, { status: 'confirmed', expires_at: LATER })]),
  );
  expect(problems).toEqual([expect.stringContaining('expires_at must not be given with status')]);
});

test('an import cannot take the nights of a stored hold before it lapses, and cancels it after that', async () => {
  const slug = newSlug();
  const [held, wanted] = [
    stay(`H${made}-1`, { expires_at: LATER }),
    stay(`H${made}-2`, { status: 'confirmed' }),
  ];
  await files.importSound(teamFile([held]));
  const [problem] = await files.importRefused(teamFile([wanted]));
  expect(problem).toContain('unit cannot be chosen');
  files.setNow(LATER);
  try {
    await files.importSound(teamFile([{ ...wanted, check_in: '2028-02-01', check_out: '2028-02-03' }]));
    expect((await bookingsOf(slug))[`H${made}-1`]).toMatchObject({ status: 'pending' });
    await files.importSound(teamFile([wanted]));
    expect((await bookingsOf(slug))[`H${made}-1`]).toMatchObject({
      ...{ status: 'cancelled', cancellation_reason: 'expired', cancelled_at: LATER, expires_at: LATER },
      events: [
        { type: 'booking.created' },
        { type: 'booking.expired', actor: { type: 'system', name: null }, created_at: LATER },
      ],
    });
    expect(await violationsIn(files.url)).toEqual([]);
  } finally {
    files.setNow('2026-11-21T08:30:00+00:00');
  }
});
