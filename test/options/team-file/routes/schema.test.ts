import { expect, test } from 'vitest';
import { buildTeamFileJsonSchema } from '../../../../src/options/team-file/file/json-schema.ts';
import { openSharedApp } from '../../../helpers/app.ts';

const world = await openSharedApp();

test('the JSON Schema of the team file is served without a token', async () => {
  const answer = await world.get('/team-file.schema.json');

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(answer.json()).toEqual(buildTeamFileJsonSchema());
});
