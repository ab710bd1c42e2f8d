/** The requests of `npm run bench:large-team` fit the service: one for each reading operation, and all are answered. */
import { afterAll, expect, test } from 'vitest';
import { APP_KEY } from '../../bench/databases.ts';
import { SIZES } from '../../bench/dataset.ts';
import { everyRead, FURTHER, type Json, KEPT, PAGES, WRITES } from '../../bench/large-team/requests.ts';
import { openTeam } from '../../bench/large-team/teams.ts';
import { loadData } from '../../bench/load-data.ts';
import { buildApp } from '../../src/app.ts';
import { createDatabase } from '../../src/db/client.ts';
import { createKeyring } from '../../src/services/keyring.ts';
import { createServices } from '../../src/services/services.ts';
import { openSharedClient } from '../helpers/database.ts';

const SIZE = { ...SIZES.tiny, teams: 2, bookingsPerTeam: 200, guestsPerTeam: 100 };

const { url, client } = await openSharedClient();
await loadData(url, SIZE, APP_KEY, () => {});
const { db, close } = createDatabase({ url, applicationName: 'innkeep-test' });
const services = createServices({
  ...{ db, clock: () => new Date(), keyring: createKeyring(APP_KEY) },
  onBackgroundError: () => {},
});
const app = buildApp({ services, publicUrl: 'http://bench.example' });
afterAll(async () => {
  await app.close();
  await services.close();
  await close();
});

test('every request of the bench is answered, and what it makes can be removed', async () => {
  const team = await openTeam(app, client, SIZE, 2);
  for (const round of [0, 1]) {
    let last: Json = {};
    for (const { name, call } of [...everyRead(app), ...FURTHER, ...PAGES, ...WRITES]) {
      // Throws unless it succeeds.
      const answer = await team.send(call(team, round, last));
      last = { ...last, ...KEPT[name]?.(answer.data, last) };
    }
  }
  await team.tidy();
  const left = await client.query('select from webhooks union all select from calendar_feeds');
  expect(left.rowCount).toBe(0);
}, 120_000);
