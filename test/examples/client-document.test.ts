import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

/** The served document without its examples, which no type depends on. */
async function servedDocument(): Promise<string> {
  const world = await openTestApp();
  const document = (await world.get('/openapi.json')).json();
  await world.close();
  const withoutExamples = JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'examples' || key === 'example' ? undefined : value,
  );
  return `${JSON.stringify(withoutExamples, null, 1)}\n`;
}

test('the client’s document is the one that is served; `npm run reference` writes it anew', async () => {
  await expect(await servedDocument()).toMatchFileSnapshot('../../examples/client/openapi.json');
});
