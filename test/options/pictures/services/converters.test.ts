/** Pictures are made in processes of their own, which fail alone and outlive nobody. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createConverters } from '../../../../src/options/pictures/services/converters.ts';
import { jpeg, pixels } from '../../../helpers/pictures.ts';

let folder: string;
let small: string;
let large: string;
let converters: ReturnType<typeof createConverters> | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'innkeep-converters-'));
  [small, large] = [path.join(folder, 'small'), path.join(folder, 'large')];
  await writeFile(small, await jpeg({ width: 1_500, height: 100 }));
  await writeFile(
    large,
    await pixels({ width: 4_000, height: 3_000 }).png({ compressionLevel: 1 }).toBuffer(),
  );
});
afterEach(() => converters?.close());
afterAll(() => rm(folder, { recursive: true }));

function open(limits?: Parameters<typeof createConverters>[0]) {
  converters = createConverters(limits);
  return converters;
}
const take = (file: string) => ({ file, isKept: false });

/** The processes that make pictures for a process. */
const processesOf = (parent = process.pid): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/, 3).concat(line))
    .filter(([, ppid, , line]) => Number(ppid) === parent && line?.includes('converter-process'))
    .map(([pid]) => Number(pid));
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('makes pictures one after the other in one process, which ends when it has nothing to do', async () => {
  const { convert } = open({ idleMs: 300 });
  const before = new Set(processesOf());
  const { original, medium, thumbnail } = await convert(take(small));
  expect([original.width, medium.width, thumbnail.width]).toEqual([1_500, 1_200, 400]);
  const own = () => processesOf().filter((pid) => !before.has(pid));
  const [first] = own();
  await convert(take(small));
  expect(own()).toEqual([first]);
  await expect.poll(own).toEqual([]);
  // And begins anew.
  expect((await convert(take(small))).original.hash).toBe(original.hash);
});

it('refuses a picture whose process ends, and makes the next one', async () => {
  const { convert } = open();
  const before = new Set(processesOf());
  const made = convert(take(large)).catch((error) => error);
  const own = () => processesOf().filter((pid) => !before.has(pid));
  await expect.poll(() => own().length).toBe(1);
  for (const pid of own()) process.kill(pid, 'SIGKILL');
  expect(await made).toMatchObject({
    name: 'Interrupted',
    message: 'The process that makes pictures has ended before this one was made. Please send it again.',
  });
  expect((await convert(take(small))).original.width).toBe(1_500);
});

it('refuses a picture that takes too long', async () => {
  const { convert } = open({ maxMs: 50 });
  await expect(convert(take(large))).rejects.toMatchObject({
    name: 'UnusablePicture',
    message: 'must be a picture that can be made smaller within a minute',
  });
});

it('leaves no process behind when the service is killed, even in the midst of a picture', async () => {
  const module = new URL('../../../../src/options/pictures/services/converters.ts', import.meta.url).href;
  const program = `const { createConverters } = await import(${JSON.stringify(module)});
    await createConverters().convert({ file: ${JSON.stringify(large)}, isKept: false });`;
  const service = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
  await expect.poll(() => processesOf(service.pid).length).toBe(1);
  const [pid = 0] = processesOf(service.pid);
  // A signal to all processes of a terminal does not end it: its service finishes what is under way first.
  process.kill(pid, 'SIGINT');
  service.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});
