import { expect, test } from 'vitest';
import { idOf } from '../../../../bench/dataset.ts';
import {
  addBacklogToWebhook,
  type WebhookRow,
} from '../../../../src/options/webhooks/db/queries/webhooks.ts';
import { openPlans, SIZE } from '../../../db/plans.ts';

const { planOf, textOf } = await openPlans();

test('counting a webhook’s pending events does not read the events before its position', async () => {
  const webhook = { teamId: 2, id: idOf('booking', 2, 0), position: SIZE.bookings - 10, types: null };
  const text = await textOf((db) => addBacklogToWebhook(db, webhook as WebhookRow).catch(() => null));
  const values = [2, 2, 2, JSON.stringify([webhook])];
  const nodes = await planOf({ text, values }, 'generic');
  const events = nodes.filter((node) => node['Relation Name'] === 'team_events');
  expect(events.map((node) => node['Actual Rows'])).toEqual([10, 0]);
  expect(events.map((node) => node['Rows Removed by Filter'] ?? 0)).toEqual([0, 0]);
});
