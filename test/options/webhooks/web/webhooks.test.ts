/** The pages of a team's webhooks (docs/rules.md, 17). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking } from '../../../helpers/factories.ts';
import { buildMember, expectPage, openDesk, openTeamPages, visitorOf } from '../../../helpers/pages.ts';
import { NO_NAMES_KNOWN } from '../../../reliability/route-entries.ts';
import { buildWebhook } from '../webhook-row.ts';

const world = await openSharedApp({ outbound: NO_NAMES_KNOWN });

async function openHooks() {
  const desk = await openDesk(world);
  const hooks = `${desk.base}/webhooks`;
  return { ...desk, hooks };
}

test('at the front desk a webhook is added, changed, tested, paused, gets a new secret, and is deleted', async () => {
  const { visitor, hooks, client } = await openHooks();
  expectPage(await visitor.get(hooks), 200, 'No webhooks yet');
  const fields = { url: 'https://stays.example/hook', types: 'booking.*', description: 'Back office' };
  expectPage(await visitor.submit(hooks, fields), 200, 'The webhook is added.');
  const [webhook] = await client.read('/webhooks');
  expect(webhook).toMatchObject({ ...fields, types: ['booking.*'], status: 'active' });
  const path = `${hooks}/${webhook.id}`;
  expectPage(
    await visitor.submit(path, { ...fields, types: '', description: '' }),
    200,
    'The webhook is saved.',
  );
  expect(await client.read(`/webhooks/${webhook.id}`)).toMatchObject({ types: null, description: null });

  expectPage(await visitor.submit(`${path}/test`), 200, 'The test was not answered: ');
  const secret = async () =>
    /whsec_[\w+/]+=*/.exec((await visitor.post(`${path}/secret`)).body.replaceAll('&#61;', '='))?.[0];
  const { secret: first } = await client.read(`/webhooks/${webhook.id}/secret`);
  expect((await visitor.get(path)).body).not.toContain(first);
  expect(await secret()).toBe(first);
  expectPage(await visitor.submit(`${path}/secret/rotate`), 200, 'There is a new secret.');
  expect(await secret()).not.toBe(first);

  expectPage(await visitor.submit(`${path}/status`, { status: 'paused' }), 200, 'The webhook is paused.');
  expectPage(await visitor.submit(`${path}/status`, { status: 'active' }), 200, 'catches up');
  expectPage(await visitor.post(`${path}/status`, { status: 'disabled' }), 422, 'Status must be one of');
  expectPage(await visitor.post(`${path}/replay`, { after: '999' }), 422, 'id="after-error"');
  for (let count = 0; count < 10; count += 1)
    expectPage(await visitor.submit(`${path}/replay`, { after: '0' }), 200, 'Everything after position 0');
  const often = await visitor.post(`${path}/replay`, { after: '0' });
  expectPage(often, 422, 'A webhook can be replayed 10 times an hour.');
  expectPage(await visitor.get(`${path}/delete`), 200, 'You cannot undo this.');
  expectPage(await visitor.submit(`${path}/delete`), 200, 'The webhook is deleted.');
  expect(await client.read('/webhooks')).toEqual([]);
});

test('a manager is offered the events that a manager may read, and an owner all', async () => {
  const { visitor, hooks, team } = await openHooks();
  const owners = (await visitor.get(hooks)).body;
  expect(owners).toContain('value="member.*"');
  expect(owners).toContain('Only events of (none: all)');
  const manager = visitorOf(world);
  await manager.signIn((await buildMember(world, { teamId: team.id, role: 'manager' })).email);
  const page = (await manager.get(hooks)).body;
  expect(page).toContain('value="booking.*"');
  expect(page).not.toMatch(/value="(member|role|token)\.\*"|none: all/);
  const fields = { url: 'https://stays.example/hook', types: 'booking.*' };
  expectPage(await manager.submit(hooks, fields), 200, 'The webhook is added.');
});

test('deliveries of a webhook are shown by status, and can be sent again', async () => {
  const { visitor, hooks, client, place, team } = await openHooks();
  await visitor.get(hooks);
  await visitor.submit(hooks, { url: 'https://stays.example/hook', types: '' });
  const [{ id }] = await client.read('/webhooks');
  const booking = await buildBooking(world, { teamId: team.id, listingId: place.id });
  await client.cancel(booking.id);
  await world.db.execute(`
    insert into webhook_deliveries (team_id, id, webhook_id, event_id, position, round, type, booking_id, status,
      attempts, response_status, error, response_body, next_attempt_at, created_at)
    select team_id, gen_random_uuid(), '${id}', id, 7, 1, type, booking_id, 'failed', 3, 503, null, 'Busy', null, created_at
    from team_events where booking_id = '${booking.id}'`);
  const path = `${hooks}/${id}`;
  const page = await visitor.get(path);
  for (const text of ['booking.cancelled', '503', 'title="Busy"']) expect(page.body).toContain(text);
  expectPage(await visitor.get(`${path}?status=delivered`), 200, 'None has this status.');
  const action = /action="([^"]+\/redeliver)"/.exec(page.body)?.[1] ?? '';
  await visitor.get(path);
  expectPage(await visitor.submit(action), 200, 'It is delivered again.');
  expect(await client.read(`/webhooks/${id}/deliveries`)).toMatchObject([{ status: 'pending' }]);
});

test('a webhook’s address that is not public is refused at its field, and stays in the form', async () => {
  const { visitor, hooks, client } = await openHooks();
  await visitor.get(hooks);
  const refused = await visitor.post(hooks, {
    url: 'http://127.0.0.1/',
    description: 'Mine',
    types: 'guest.*',
  });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('id="url-error"')]);
  expect(refused.body).toContain('value="http://127.0.0.1/"');
  expect(refused.body).toMatch(/value="guest\.\*" checked/);
  await visitor.submit(hooks, { url: 'https://stays.example/' });
  const [{ id }] = await client.read('/webhooks');
  const changed = await visitor.post(`${hooks}/${id}`, { url: 'https://10.0.0.1/', types: 'team.unknown' });
  expect(changed.body).toContain('id="types-error"');
  expectPage(await visitor.post(`${hooks}/${id}`, { url: 'https://10.0.0.1/' }), 422, 'id="url-error"');
});

test('times of a webhook are shown in the team’s time zone', async () => {
  const { team, visitor, base } = await openTeamPages(world, { timezone: 'America/Los_Angeles' });
  const now = world.clock.now();
  const { id } = await buildWebhook(world, {
    teamId: team.id,
    lastSuccessAt: now,
    createdAt: now,
    updatedAt: now,
  });
  const list = (await visitor.get(`${base}/webhooks`)).body;
  expect(list).toMatch(/title="5 May 2031, 03:00 PDT"[^>]*>just now/);
  const one = (await visitor.get(`${base}/webhooks/${id}`)).body.replaceAll(/(?:<[^>]*>|\s)+/g, ' ');
  expect(one).toContain('Added 5 May 2031, 03:00 PDT');
  expect(list + one).not.toContain(' UTC');
});
