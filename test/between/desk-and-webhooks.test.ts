import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { buildListing } from '../helpers/factories.ts';
import { openTeamPages } from '../helpers/pages.ts';
import { buildWebhook } from '../options/webhooks/webhook-row.ts';

const world = await openSharedApp();

test('the day page shows a disabled webhook, with its reason', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  await buildListing(world, { teamId: team.id });
  const disabledReason = 'Five days of failures.';
  const keys = { teamId: team.id };
  await buildWebhook(world, {
    ...keys,
    status: 'disabled',
    url: 'https://hooks.example/off',
    disabledReason,
  });
  await buildWebhook(world, { ...keys, url: 'https://hooks.example/on' });
  const { body } = await visitor.get(today);
  expect(body).toContain('https://hooks.example/off</a> is disabled');
  expect(body).toContain(disabledReason);
  expect(body).not.toContain('https://hooks.example/on');
});
