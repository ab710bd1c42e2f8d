import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SECRET = 'hunter2hunter2';

test('a secret that is logged by mistake is removed from the line, however deep it is', async () => {
  const names = ['authorization', 'cookie', 'token', 'password'];
  const secrets = Object.fromEntries(names.map((name) => [name, SECRET]));
  const line = { ...secrets, kept: 'kept', person: secrets, req: { headers: secrets } };
  const log = new URL('../../src/log.ts', import.meta.url);
  const program = `const { createLogger } = await import('${log}'); createLogger('info').info(${JSON.stringify(line)}, 'said');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toMatchObject({ kept: 'kept', msg: 'said', req: { headers: {} } });
  expect(stdout).not.toContain(SECRET);
});
