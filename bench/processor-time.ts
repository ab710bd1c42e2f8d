/** The processor time of processes, as Linux counts it. It depends less than a duration on what else the machine does. */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux counts the processor time of all processes in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The processor time of each process and of its children, including those that have ended, in seconds. */
export function secondsOf<Name extends string>(ledBy: Record<Name, number>): Record<Name, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const sum = (leader: number) =>
    processes
      .filter(({ pid, parent }) => pid === leader || parent === leader)
      .reduce((total, { pid, ticks, ofEnded }) => total + ticks + (pid === leader ? ofEnded : 0), 0);
  const seconds = Object.entries<number>(ledBy).map(([name, leader]) => [
    name,
    sum(leader) / TICKS_PER_SECOND,
  ]);
  return Object.fromEntries(seconds) as Record<Name, number>;
}

type Stat = { pid: number; parent: number; ticks: number; ofEnded: number };

/** A process with its own processor time, and that of its children that have ended. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of a process may contain anything, but ends with the last bracket.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15);
    return { pid, parent: fields[1] ?? 0, ticks: user + system, ofEnded: userOfEnded + systemOfEnded };
  } catch {
    return null;
  }
}

/** The process that leads all connections of a database's server on this machine. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return statOf(own[0]?.pid ?? 0)?.parent ?? 0;
  } finally {
    await client.end();
  }
}
