import { expect, test } from 'vitest';
import { openSharedFolder, postgresOn, untilSaid } from '../helpers/process.ts';
import { CTRL_C, hasTerminals, npmInTerminal } from './terminal.ts';

const dataDir = await openSharedFolder('innkeep-ctrl-c-');

test.skipIf(!hasTerminals)('Ctrl-C, pressed twice, ends `npm start` and its database', async () => {
  const terminal = await npmInTerminal(['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' });
  await untilSaid(terminal, /Stop it with Ctrl-C/);
  terminal.type(CTRL_C);
  terminal.type(CTRL_C);
  await terminal.finished;
  await expect.poll(() => terminal.hasProcesses()).toBe(false);
  expect(await postgresOn(dataDir)).toBeNull();
});
