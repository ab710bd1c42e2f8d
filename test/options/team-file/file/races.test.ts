/** Imports at the same time as other imports and API writes: consistent results in any order. */
import { expect, test } from 'vitest';
import { readTeamFile } from '../../../../src/options/team-file/file/read.ts';
import { PARTS } from '../../../../src/options/team-file/parts.ts';
import { violationsIn } from '../../../helpers/invariants.ts';
import { rowsOf } from '../../../helpers/rows.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { untilSomebodyWaits } from '../../../helpers/waiting.ts';

const files = await openSharedTeamFiles();
// A second process on the same database and key.
const other = await openSharedTeamFiles({
  database: Promise.resolve({ url: files.url, drop: () => Promise.resolve() }),
  appKey: files.appKey,
});

const PLACE = {
  slug: 'home',
  kind: 'standalone',
  public_title: 'Home',
  max_guests: 2,
  rates: { nightly: 1000 },
};

function fileOf(slug: string) {
  return {
    team: { slug, name: slug, currency: 'EUR', timezone: 'UTC' },
    members: ['b', 'a', 'c'].map((name) => ({ email: `${name}@races.example`, name })),
    tokens: [{ name: 'Till', scope: 'read-write', token: `token-of-the-team-named-${slug}` }],
    listings: [{ ...PLACE, units: [{ name: 'A' }, { name: 'B' }] }],
    guests: Array.from({ length: 20 }, (_, index) => ({ email: `g${index}@races.example`, name: 'G' })),
    bookings: Array.from({ length: 20 }, (_, index) => ({
      confirmation_code: `RACE${index}`,
      listing: 'home',
      guest: `g${index}@races.example`,
      status: 'confirmed',
      check_in: `2028-0${1 + Math.floor(index / 10)}-${10 + (index % 10)}`,
      check_out: `2028-0${1 + Math.floor(index / 10)}-${11 + (index % 10)}`,
      number_of_guests: 1,
    })),
  };
}

test('imports of the same new team at once all succeed, and make it once', async () => {
  const all = [files, other, files, other].map(({ importSound }) => importSound(fileOf('twins')));
  for (const result of await Promise.all(all)) expect(result).toMatchObject({ ok: true });
  const { bookings, guests } = await files.exportFile('twins');
  expect([bookings.length, guests.length]).toEqual([20, 20]);
  expect(await violationsIn(files.url)).toEqual([]);
});

test('an import locks nothing while its texts of messages wait for their turn to be rendered', async () => {
  await files.importSound(fileOf('waiting'));
  const slow = {
    kind: 'booking_confirmed',
    subject: 'Slow',
    body: '{{ booking.check_in | date }}'.repeat(200),
  };
  const { file } = readTeamFile({ ...fileOf('slow'), mail_texts: [slow] });
  if (!file) throw new Error('The file is refused.');
  const findProblems = () =>
    Promise.all(PARTS.map((part) => part.findProblems?.(file, files.services.messages)));
  const before = Array.from({ length: 30 }, findProblems);
  const texts = [{ kind: 'booking_confirmed', subject: 'Yes', body: 'Come.' }];
  let isOver = false;
  const imported = files.importSound({ ...fileOf('waiting'), mail_texts: texts }).finally(() => {
    isOver = true;
  });
  await before[10];
  const { rowCount } = await files.pool.query(
    "select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
  );
  expect({ rowCount, isOver }).toEqual({ rowCount: 0, isOver: false });
  await Promise.all(before);
  expect(await imported).toMatchObject({ ok: true, counts: { mail_texts: { created: 1 } } });
});

test('imports of different teams with the same new people at once all succeed', async () => {
  const reversed = (slug: string) => ({ ...fileOf(slug), members: fileOf(slug).members.toReversed() });
  const all = ['east', 'west', 'north', 'south'].map((slug, index) =>
    (index % 2 === 0 ? files : other).importFile(index % 2 === 0 ? fileOf(slug) : reversed(slug)),
  );
  for (const result of await Promise.all(all)) expect(result).toMatchObject({ ok: true });
  const { rows } = await files.pool.query(
    "select count(*)::int as people from people where email like '%@races.example'",
  );
  expect(rows).toEqual([{ people: 3 }]);
});

test('a password that is set during an import is kept', async () => {
  const member = { email: 'late@late.example', name: 'Late' };
  const { team, listings } = fileOf('late');
  await files.importSound({ team, members: [member] });
  const holder = await files.pool.connect();
  try {
    // The import reads this, and then waits before it stores anything.
    await holder.query('begin; lock table listings in exclusive mode');
    const importing = other.importFile({
      team,
      listings,
      members: [{ ...member, password: 'from the file' }],
    });
    await untilSomebodyWaits(files);
    await holder.query(`update people set password_hash = 'their own' where email_key = $1`, [member.email]);
    await holder.query('commit');
    expect(await importing).toMatchObject({
      ok: true,
      notices: [expect.stringContaining('the password was left as it is, because this person has one')],
    });
  } finally {
    holder.release();
  }
});

test('if two files with the same nights are imported at once, one is refused with a line that names the other', async () => {
  const { team, listings, guests, bookings } = fileOf('rivals');
  await files.importSound({ team, listings: [{ ...PLACE, units: [{ name: 'A' }] }], guests });
  expect(listings).toHaveLength(1);
  const results = await Promise.all(
    [files, other].map(({ importFile }, index) =>
      importFile({ team, bookings: [{ ...bookings[0], confirmation_code: `RIVAL${index}`, unit: 'A' }] }),
    ),
  );
  const refused = results.flatMap((result) => (result.ok ? [] : result.problems));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(refused).toEqual([
    expect.stringMatching(/^bookings\[0\] \(RIVAL\d\): its nights, .* the stored booking RIVAL\d/),
  ]);
});

test('an import waits for a change that is running, and keeps what the change wrote and the file does not name', async () => {
  const { team, listings, guests, bookings } = fileOf('waiting');
  await files.importSound({ team, listings, guests, bookings });
  const client = await files.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      "update bookings b set notes = 'By the API' from teams t where t.id = b.team_id and t.slug = 'waiting' and b.confirmation_code = 'RACE0'",
    );
    const importing = other.importFile({
      team,
      bookings: [{ ...bookings[0], special_requests: 'By the file' }],
    });
    await untilSomebodyWaits(files);
    await client.query('commit');
    expect(await importing).toMatchObject({ ok: true });
  } finally {
    client.release();
  }
  expect((await files.exportFile('waiting')).bookings[0]).toMatchObject({
    notes: 'By the API',
    special_requests: 'By the file',
  });
});

test('a guest who is made during an import under the same email is found, not duplicated', async () => {
  const { team, listings, guests, bookings } = fileOf('meanwhile');
  await files.importSound({ team, listings });
  const client = await files.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into guests select id, '01970000-0000-7000-8000-00000000cccc', 'By the API', 'g0@races.example',
         'g0@races.example', '+1', null, '', now(), now() from teams where slug = 'meanwhile'`,
    );
    const importing = other.importFile({ team, guests, bookings });
    await untilSomebodyWaits(files);
    await client.query('commit');
    expect(await importing).toMatchObject({ ok: true });
  } finally {
    client.release();
  }
  const exported = await files.exportFile('meanwhile');
  expect(exported.guests).toHaveLength(20);
  expect(exported.guests[0]).toMatchObject({
    id: '01970000-0000-7000-8000-00000000cccc',
    name: 'G',
    phone: '+1',
  });
});

test('an export shows one moment, whatever is written while it runs', async () => {
  const { team, ...rest } = fileOf('moment');
  await files.importSound({ team, ...rest });
  const before = await files.exportText('moment');
  let pieces = 0;
  const changing = {
    team,
    guests: [{ email: 'late@late.example', name: 'Late' }],
    fees: [{ code: 'new', name: 'New', basis: 'stay', amount: 1 }],
  };
  const onPiece = async () => {
    pieces += 1;
    if (pieces === 1) await other.importSound(changing);
  };
  const exporting = files.exportText('moment', { onPiece });
  expect(await exporting).toBe(before);
  expect(await files.exportText('moment')).not.toBe(before);
  expect((await rowsOf(files.pool, 'moment')).fees).toHaveLength(1);
});
