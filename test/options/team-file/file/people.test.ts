/** Members, passwords and tokens of a team file (docs/rules.md, 20.6 and 21). */
import { expect, test } from 'vitest';
import { rowsOf } from '../../../helpers/rows.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';

const files = await openSharedTeamFiles();

const teamNamed = (slug: string) => ({ slug, name: slug, currency: 'EUR', timezone: 'UTC' });
const hashOf = async (email: string): Promise<string | null> => {
  const { rows } = await files.pool.query('select password_hash from people where email_key = $1', [email]);
  return rows[0]?.password_hash ?? null;
};
const tokenText = (name: string) => `${name}-token-of-another-system`;

test('importing a password sets it for a person who has none, and otherwise keeps the old one and says so', async () => {
  const member = { email: 'Kim@people.example', name: 'Kim' };
  await files.importSound({ team: teamNamed('passwords'), members: [member] });
  expect(await hashOf('kim@people.example')).toBeNull();

  const file = { team: teamNamed('passwords'), members: [{ ...member, password: 'the first password' }] };
  expect((await files.importSound(file)).notices).toEqual([]);
  const hash = await hashOf('kim@people.example');
  expect(await files.services.passwords.verify('the first password', hash ?? '', null)).toBe(true);

  // By neither team, and neither as a password nor as a hash.
  const foreign = hash?.replace(/[^$]+$/, 'A'.repeat(43));
  for (const secret of [{ password: 'another password' }, { password_hash: foreign }]) {
    for (const slug of ['passwords', 'intruders']) {
      const { notices } = await files.importSound({
        team: teamNamed(slug),
        members: [{ ...member, ...secret }],
      });
      expect(notices).toEqual([
        'members[0] (Kim@people.example): the password was left as it is, because this person has one',
      ]);
    }
  }
  expect(await hashOf('kim@people.example')).toBe(hash);
  await files.importSound({ team: teamNamed('passwords'), members: [{ ...member, password_hash: hash }] });
});

test('a team file can only name people who are in no other team, and can only give those a password', async () => {
  const person = { email: 'Pat@people.example', name: 'Pat' };
  const [first, second] = [teamNamed('pats-first'), teamNamed('pats-second')];
  await files.importSound({ team: first, members: [person] });
  const taking = {
    email: 'PAT@people.example',
    name: 'Nobody',
    password: 'taken over by a file',
    updated_at: '2020-01-01T00:00:00Z',
  };
  const left = [
    'members[0] (PAT@people.example): the name was left as it is, because this person is in another team as well',
    'members[0] (PAT@people.example): the password was left as it is, because this person is in another team as well',
  ];
  const before = await rowsOf(files.pool, 'pats-first');
  expect((await files.importSound({ team: second, members: [taking] })).notices).toEqual(left);
  // The first team's file must not take the person back from the second either.
  expect((await files.importSound({ team: first, members: [taking] })).notices).toEqual(left);
  expect(await rowsOf(files.pool, 'pats-first')).toEqual(before);
  expect(await hashOf('pat@people.example')).toBeNull();
});

test.each([
  { memory: 262_145, passes: 1 },
  { memory: 7 },
  { memory: 1_024, passes: 1_025 },
  { passes: 0 },
  { lanes: 65, memory: 1_000 },
  { lanes: 0 },
])('importing a password hash that is too expensive to check is refused: %j', async (cost) => {
  const { memory, passes, lanes } = { memory: 19_456, passes: 2, lanes: 1, ...cost };
  const hash = `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$c2FsdHNhbHRzYWx0c2Fs$${'A'.repeat(43)}`;
  const members = [{ email: 'cost@people.example', name: 'Cost', password_hash: hash }];
  expect(await files.importRefused({ team: teamNamed('costly'), members })).toEqual([
    'members[0] (cost@people.example): password_hash must be an argon2id hash in PHC form, of at most 256 MiB, and 1 GiB in all passes, not the given one.',
  ]);
});

test('importing a token that is in use is refused, without saying by whom', async () => {
  const token = { name: 'Till', scope: 'read-write', token: tokenText('till') };
  await files.importSound({ team: teamNamed('first-with-token'), tokens: [token] });
  const taken = /^tokens\[\d\] \(\w+\): token must not be one that is in use already\.$/;
  const ofOther = await files.importRefused({ team: teamNamed('second-with-token'), tokens: [token] });
  expect(ofOther).toEqual([expect.stringMatching(taken)]);
  const two = [token, { ...token, name: 'Other' }];
  expect(await files.importRefused({ team: teamNamed('first-with-token'), tokens: two })).toEqual([
    expect.stringMatching(taken),
  ]);
  expect(
    await files.importRefused({
      team: teamNamed('third'),
      tokens: two.map((one) => ({ ...one, token: tokenText('new') })),
    }),
  ).toEqual([expect.stringMatching(taken)]);

  // The same name with another token is the same token, replaced.
  await files.importSound({
    team: teamNamed('first-with-token'),
    tokens: [{ ...token, token: tokenText('next') }],
  });
  expect((await files.exportFile('first-with-token')).tokens).toMatchObject([
    { name: 'Till', token: tokenText('next') },
  ]);
});

test('a token of a person who left the team is exported without its creator, but stays theirs', async () => {
  const team = teamNamed('leavers');
  const members = [{ email: 'lee@people.example', name: 'Lee' }];
  const tokens = [
    { name: 'Lees', scope: 'read-only', token: tokenText('lee'), created_by: 'LEE@people.example' },
  ];
  await files.importSound({ team, members, tokens });
  expect((await files.exportFile('leavers')).tokens).toMatchObject([{ created_by: 'lee@people.example' }]);
  await files.pool.query(
    "delete from memberships where person_id = (select id from people where email_key = 'lee@people.example')",
  );
  const exported = await files.exportFile('leavers');
  expect(exported.tokens).toMatchObject([{ name: 'Lees', created_by: null }]);
  await files.importSound(exported);
  const { rows } = await files.pool.query("select created_by_email from tokens where name = 'Lees'");
  expect(rows).toEqual([{ created_by_email: 'lee@people.example' }]);
});

test('a member keeps the day they joined, and the times in a team file', async () => {
  const team = teamNamed('joiners');
  const member = { email: 'mo@people.example', name: 'Mo' };
  const times = { created_at: '2020-02-02T02:02:02+02:00', updated_at: '2021-01-01T00:00:00.9Z' };
  await files.importSound({ team, members: [{ ...member, ...times }] });
  await files.importSound({ team, members: [member] });
  expect((await files.exportFile('joiners')).members).toMatchObject([
    { created_at: '2020-02-02T00:02:02+00:00', updated_at: '2021-01-01T00:00:00+00:00' },
  ]);
});

test('an import may bring a team to 500 members and 500 live tokens, those already stored included', async () => {
  const team = teamNamed('crowd');
  const members = Array.from({ length: 499 }, (_, index) => ({
    email: `m${index}@crowd.example`,
    name: 'M',
  }));
  await files.importSound({ team, members });
  const more = [1, 2].map((index) => ({ email: `new${index}@crowd.example`, name: 'N' }));
  expect(await files.importRefused({ team, members: more })).toEqual([
    'members: must be at most 500, not 501.',
  ]);
});

test('a file has which messages a member wants, and leaves them where it says nothing', async () => {
  const team = teamNamed('choosers');
  const member = { email: 'choosy@people.example', name: 'Choosy' };
  const kindsOf = async () =>
    (
      await files.pool.query(
        'select mail_kinds from memberships m join people p on p.id = m.person_id where email = $1',
        [member.email],
      )
    ).rows[0]?.mail_kinds;
  await files.importSound({ team, members: [{ ...member, mail_kinds: ['feed_failing'] }] });
  expect(await kindsOf()).toEqual(['feed_failing']);
  await files.importSound({ team, members: [member] });
  expect(await kindsOf()).toEqual(['feed_failing']);
  await files.importSound({ team, members: [{ ...member, mail_kinds: null }] });
  expect(await kindsOf()).toBeNull();
});
