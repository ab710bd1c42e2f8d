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

const placesOf = (slug: string) => [
  { slug: `${slug}-sea`, kind: 'standalone', public_title: 'Sea', max_guests: 2, rates: { nightly: 100 } },
  { slug: `${slug}-pier`, kind: 'building', public_title: 'Pier', max_guests: 2, rates: { nightly: 100 } },
  {
    slug: `${slug}-double`,
    kind: 'unit_type',
    building: `${slug}-pier`,
    public_title: 'Double',
    max_guests: 2,
    rates: { nightly: 100 },
  },
];
const limitedFile = (slug: string) => ({
  team: teamNamed(slug),
  roles: [night],
  members: [
    ana(slug),
    { email: `bo@${slug}.example`, name: 'Bo', role: 'night', listings: [`${slug}-sea`, `${slug}-pier`] },
  ],
  tokens: [
    { name: 'Lock', role: 'desk', listings: [], token: tokenText(`${slug}-lock`) },
    { name: 'Office', scope: 'read-only', token: tokenText(`${slug}-office`) },
  ],
  listings: placesOf(slug),
});

test('listings of members and tokens come back as they went, and change nothing the second time', async () => {
  await files.importSound(limitedFile('limited'));
  const exported = await files.exportFile('limited');
  expect(exported).toMatchObject({
    members: [{ listings: null }, { listings: ['limited-sea', 'limited-pier'] }],
    tokens: [{ name: 'Lock', listings: [] }, { name: 'Office' }],
  });
  expect(exported.tokens[1]).not.toHaveProperty('listings');
  const { counts } = await files.importSound(exported);
  expect(JSON.stringify(counts)).not.toMatch(/"(created|changed|removed)":[1-9]/);
  expect(await files.exportFile('limited')).toEqual(exported);
});

test('listings stay if a file leaves them out, and a file frees, empties and exchanges them', async () => {
  await files.importSound(limitedFile('freed'));
  const team = teamNamed('freed');
  const bo = { email: 'bo@freed.example' };
  const listingsOf = async () => {
    const { members, tokens } = await files.exportFile('freed');
    return [members[1].listings, tokens[0].listings];
  };
  await files.importSound({ team, members: [bo], tokens: [{ name: 'Lock' }] });
  expect(await listingsOf()).toEqual([['freed-sea', 'freed-pier'], []]);
  const { counts } = await files.importSound({
    team,
    members: [{ ...bo, listings: [] }],
    tokens: [{ name: 'Lock', listings: ['freed-pier'] }],
  });
  expect(counts).toMatchObject({ members: { changed: 1 }, tokens: { changed: 1 } });
  expect(await listingsOf()).toEqual([[], ['freed-pier']]);
  await files.importSound({
    team,
    members: [{ ...bo, listings: null }],
    tokens: [{ name: 'Lock', scope: 'read-write' }],
  });
  expect(await listingsOf()).toEqual([null, undefined]);
});

test('listings that are unknown, unit types or beside what concerns the whole team are refused where they stand', async () => {
  const file = limitedFile('refused');
  const [first, second] = file.members;
  const [lock, office] = file.tokens;
  const problems = await files.importRefused({
    ...file,
    members: [
      { ...first, listings: ['refused-sea'] },
      { ...second, listings: ['refused-nowhere', 'refused-double'] },
    ],
    tokens: [
      { ...lock, role: 'manager' },
      { ...office, listings: ['refused-sea'] },
    ],
  });
  expect(problems).toEqual([
    'members[0] (ana@refused.example): listings must be null, because the role has webhooks:write.',
    'tokens[0] (Lock): listings must be null, because the role has webhooks:write.',
    'tokens[1] (Office): listings must not be given together with a scope.',
    'members[1] (bo@refused.example): listings[0] must be the slug of a listing, not "refused-nowhere".',
    'members[1] (bo@refused.example): listings[1] must be the slug of a standalone listing or a building, not "refused-double".',
  ]);
});

test('a role cannot get what concerns the whole team by a file while somebody limited has it', async () => {
  await files.importSound(limitedFile('wide'));
  const roles = [{ ...night, permissions: ['settings:read'] }];
  expect(await files.importRefused({ team: teamNamed('wide'), roles })).toEqual([
    'members (bo@wide.example): listings must be null, because the role has settings:read.',
  ]);
  const members = [{ email: 'bo@wide.example', listings: null }];
  await files.importSound({ team: teamNamed('wide'), roles, members });
});
