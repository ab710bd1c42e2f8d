import { expect, test } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { buildTeam, buildToken } from '../../helpers/factories.ts';

const world = await openSharedApp();
const teamId = (await buildTeam(world, { slug: 'harbour', name: 'Harbour Stays' })).id;

test.each(['read-write', 'read-only'] as const)(
  '/v1/me tells a %s token its team, its name and its access',
  async (access) => {
    const token = await buildToken(world, { teamId, name: `Back office ${access}`, access });
    const response = await world.get('/v1/me', token);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toEqual({
      success: true,
      data: {
        team: { id: teamId, slug: 'harbour', name: 'Harbour Stays' },
        token: {
          name: `Back office ${access}`,
          abilities: [access],
          last_used_at: '2031-05-05T10:00:00+00:00',
        },
      },
    });
  },
);

test('/v1/me shows the stored last use of a token until a newer one is written', async () => {
  const token = await buildToken(world, { teamId });
  const lastUse = async () => (await world.get('/v1/me', token)).json().data.token.last_used_at;
  expect(await lastUse()).toBe('2031-05-05T10:00:00+00:00');
  await world.services.close(); // Writes the collected uses.
  try {
    world.clock.set('2031-05-06T08:30:59Z');
    expect(await lastUse()).toBe('2031-05-05T10:00:00+00:00');
    await world.services.close();
    expect(await lastUse()).toBe('2031-05-06T08:30:59+00:00');
  } finally {
    world.clock.set(TEST_NOW);
  }
});
