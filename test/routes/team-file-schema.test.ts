import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';

const world = await openSharedApp();

test('the JSON Schema of the team file is served as it is shipped', async () => {
  const answer = await world.get('/team-file.schema.json');

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const shipped = new URL('../../docs/team-file.schema.json', import.meta.url);
  expect(answer.json()).toEqual(JSON.parse(await readFile(shipped, 'utf8')));
});
