/** Where it is written down what the events say that are sent to webhooks. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { buildEventTable } from '../../../../docs/event-table.ts';
import { TEAM_EVENT_TYPES } from '../../../../src/domain/events.ts';
import { openSharedApp } from '../../../helpers/app.ts';

const world = await openSharedApp();

it('the document has a schema for each type of event under webhooks', async () => {
  const { webhooks } = (await world.get('/openapi.json')).json();
  expect(Object.keys(webhooks)).toEqual([...TEAM_EVENT_TYPES, 'webhook.test']);
});

it('docs/webhooks.md lists the data of every type', async () => {
  const page = new URL('../../../../docs/webhooks.md', import.meta.url);
  const text = await readFile(page, 'utf8');
  const [before = '', rest = ''] = text.split(/(?<=<!-- events -->\n)/);
  const after = rest.slice(rest.indexOf('<!-- /events -->'));
  await expect(`${before}\n${buildEventTable()}\n\n${after}`).toMatchFileSnapshot(page.pathname);
});
