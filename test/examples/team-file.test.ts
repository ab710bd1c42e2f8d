import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

test('the example team imports without problems or notices', async () => {
  const world = await openTestApp();
  const file = JSON.parse(await readFile('examples/team.json', 'utf8'));
  expect(await world.services.teamFiles.importTeam(file)).toMatchObject({ ok: true, notices: [] });
  expect(await world.services.account.findSite('my-team')).toMatchObject({ name: 'My Team' });
  await world.close();
});
