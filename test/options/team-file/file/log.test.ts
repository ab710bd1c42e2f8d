/** The list of a log's actions is closed, and each of them is recorded by somebody (docs/rules.md, 27.21). */
import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../src/domain/access/audit.ts';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { resetFactors } from '../../../../src/services/people/factors/own-factors.ts';
import { addTeamMember } from '../../../../src/services/people/members.ts';
import { createSystemScope } from '../../../../src/services/team-scope.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { clientOf, type Json, openInn } from '../../../helpers/bookings.ts';
import { buildToken } from '../../../helpers/factories.ts';
import { addApp, sendCode } from '../../../helpers/factors.ts';
import { buildMember, PASSWORD, visitorOf } from '../../../helpers/pages.ts';

const world = await openSharedApp();

test('every action of the log has somebody who records it, also an import, and one that changes nothing has none', async () => {
  const inn = await openInn(world);
  const { teamId } = inn;
  const token = await buildToken(world, { teamId, role: 'owner', name: 'Owner' });
  const owner = clientOf(world, token);
  const { email } = await buildMember(world, { teamId });
  const { slug } = await owner.read('/team');

  await owner.data(owner.send('POST', '/roles', { code: 'night', name: 'Night', permissions: [] }), 201);
  await owner.data(owner.send('PUT', '/roles/night', { name: 'Nights' }));
  await owner.send('DELETE', '/roles/night');
  await owner.data(owner.send('PUT', '/team', { name: 'Harbour' }));
  const till = await owner.data(owner.send('POST', '/tokens', { name: 'Till', role: 'desk' }), 201);
  const file = {
    team: { slug },
    roles: [{ code: 'clean', name: 'Cleaning', permissions: ['calendar:read'] }],
    members: [{ email: 'eva@example.com', name: 'Eva' }],
    tokens: [{ name: 'Till', role: 'accountant' }],
  };
  for (const _ of [1, 2]) expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
  await owner.send('DELETE', `/tokens/${till.id}`);

  const member = { email: 'kai@example.com', name: 'Kai' };
  await addTeamMember(createSystemScope(world.services, teamId), member);
  const kai = (await owner.read('/members')).find(({ name }: Json) => name === 'Kai');
  await owner.data(owner.send('PUT', `/members/${kai.id}`, { role: 'desk' }));
  await owner.send('DELETE', `/members/${kai.id}`);

  const url = 'https://hooks.example.com/in?key=wh0sekey';
  const { webhook = {}, ...made } = await owner.data(owner.send('POST', '/webhooks', { url }), 201);
  const path = `/webhooks/${webhook.id ?? made.id}`;
  await owner.data(owner.send('PUT', path, { description: 'Till' }));
  await owner.read(`${path}/secret`);
  await owner.send('DELETE', path);
  await world.get('/v1/bookings', token, { accept: 'text/csv' });
  await inn.send('GET', '/members');

  const visitor = visitorOf(world);
  await visitor.signIn(email, 'a wrong password');
  await visitor.signIn(email);
  await addApp(world, visitor);
  const other = visitorOf(world);
  await other.signIn(email);
  await sendCode(other, '000000');
  await resetFactors(world.services, email);
  await other.signIn(email);
  await visitor.signIn(email);
  await visitor.get('/app/account');
  await visitor.post('/app/account/sessions/end-others');
  await visitor.post('/app/account/password', { password: PASSWORD, new_password: 'quiet boats at sea' });
  await visitor.get('/app/account');
  await visitor.post('/app/sign-out');

  const entries: Json[] = await owner.read('/audit?per_page=100');
  expect([...new Set(entries.map(({ action }) => action))].toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
  const imported = entries.filter(({ actor }) => actor.type === 'import');
  expect(imported.map(({ action, details }) => [action, details])).toEqual([
    ['token_changed', { changed: ['role'], role: 'accountant' }],
    ['member_created', { role: 'owner' }],
    ['role_created', { permissions: ['calendar:read'] }],
  ]);
  expect(JSON.stringify(entries)).not.toContain('wh0sekey');
});
