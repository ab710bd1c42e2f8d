import { expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { addTeamMember, listMembers, removeTeamMember } from '../../../../../src/services/people/members.ts';
import { createSystemScope } from '../../../../../src/services/team-scope.ts';
import { createToken, revokeToken } from '../../../../../src/services/tokens/tokens.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { clientOf } from '../../../../helpers/bookings.ts';
import { buildToken } from '../../../../helpers/factories.ts';
import { followFeed as follow } from '../../../../routes/events/follow-feed.ts';

const world = await openSharedApp();

it('tokens, members and imports have events, and an import has only one', async () => {
  const { services } = world;
  const imported = async (coupons: object[]) => {
    const team = { slug: 'feed-import', name: 'Feed', currency: 'EUR', timezone: 'Europe/Lisbon' };
    const result = await importTeamFile(services, { team, coupons });
    return result.ok ? result.teamId : 0;
  };
  const teamId = await imported([
    { code: 'A', percent: 5 },
    { code: 'B', percent: 5 },
  ]);
  await imported([{ code: 'A', percent: 5 }]);
  await createToken(createSystemScope(services, teamId), services, {
    name: 'Reader',
    access: 'read-only',
    createdBy: null,
  });
  await revokeToken(createSystemScope(services, teamId), 'Reader' as never);
  for (const email of ['a@feed.example', 'b@feed.example'])
    await addTeamMember(createSystemScope(services, teamId), { email, name: 'Somebody' });
  const [member] = await listMembers({ db: services.db, teamId });
  await removeTeamMember(createSystemScope(services, teamId), member?.personId ?? '', null);
  const reader = clientOf(world, await buildToken(world, { teamId }));
  expect((await follow(reader)).map(({ type, data }) => [type, data])).toEqual([
    ['team.imported', { counts: { coupons: 2 } }],
    ['token.created', { name: 'Reader' }],
    ['token.revoked', { name: 'Reader' }],
    ['member.added', {}],
    ['member.added', {}],
    ['member.removed', {}],
    ['token.created', { name: expect.any(String) }],
  ]);
});
