/** Roles, and who has them, in a team file (docs/rules.md, 27.9). */
import { expect, test } from 'vitest';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';

const files = await openSharedTeamFiles();

const teamNamed = (slug: string) => ({ slug, name: slug, currency: 'EUR', timezone: 'UTC' });
const tokenText = (name: string) => `${name}-token-of-another-system`;
const ana = (slug: string) => ({ email: `ana@${slug}.example`, name: 'Ana' });
const night = { code: 'night', name: 'Night', permissions: ['bookings:write', 'calendar:read'] };

const fileOf = (slug: string) => ({
  team: teamNamed(slug),
  roles: [night],
  members: [ana(slug), { email: `bo@${slug}.example`, name: 'Bo', role: 'night' }],
  tokens: [
    { name: 'Made', role: 'desk', token: tokenText(`${slug}-made`), created_by: 'Maker' },
    { name: 'Maker', role: 'owner', token: tokenText(`${slug}-maker`), created_by: `ana@${slug}.example` },
  ],
});

test('roles, and those of members and tokens, come back as they went, and change nothing the second time', async () => {
  await files.importSound(fileOf('back'));
  const exported = await files.exportFile('back');
  expect(exported).toMatchObject({
    roles: [{ code: 'night', permissions: ['calendar:read', 'bookings:write'] }],
    members: [{ role: 'owner' }, { role: 'night' }],
    tokens: [
      { name: 'Made', role: 'desk', created_by: 'Maker' },
      { name: 'Maker', role: 'owner', created_by: 'ana@back.example' },
    ],
  });
  expect(exported.tokens[0]).not.toHaveProperty('scope');
  const { counts } = await files.importSound(exported);
  expect(JSON.stringify(counts)).not.toMatch(/"(created|changed|removed)":[1-9]/);
  expect(await files.exportFile('back')).toEqual(exported);
});

test('what a file leaves out stays, and a member without a role is an owner', async () => {
  await files.importSound(fileOf('stays'));
  await files.importSound({
    team: teamNamed('stays'),
    members: [{ email: 'bo@stays.example' }, { email: 'cy@stays.example', name: 'Cy' }],
  });
  expect((await files.exportFile('stays')).members).toMatchObject([
    { role: 'owner' },
    { role: 'night' },
    { role: 'owner' },
  ]);
});

test('a file that contradicts the rules of roles is refused with each problem', async () => {
  const slug = 'wrong';
  const problems = await files.importRefused({
    team: teamNamed(slug),
    roles: [{ ...night, code: 'desk' }],
    members: [{ ...ana(slug), role: 'nobody' }],
    tokens: [
      { name: 'Both', role: 'desk', scope: 'read-only', token: tokenText('both') },
      { name: 'Neither', token: tokenText('neither') },
      { name: 'Over', role: 'owner', token: tokenText('over'), created_by: 'Both' },
      { name: 'Third', role: 'desk', token: tokenText('third'), created_by: 'Over' },
    ],
  });
  for (const sentence of [
    'code must not be that of a role that is given',
    'role must be the code of a role',
    'must leave one member with the role owner',
    'role must not be given together with a scope',
    'scope is required, or a role',
    'role must have neither tokens nor people',
    'created_by must be a token that no token has made',
  ])
    expect(problems.join('\n')).toContain(sentence);
});

test('the last owner of a team cannot get another role by a file', async () => {
  await files.importSound(fileOf('last'));
  const file = { team: teamNamed('last'), members: [{ ...ana('last'), role: 'desk' }] };
  expect(await files.importRefused(file)).toEqual(['members: must leave one member with the role owner.']);
});
