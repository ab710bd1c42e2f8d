/**
 * Reads of hot requests that are made by one statement, if several of the same kind begin in the same turn of the event
 * loop. Each keeps its own values, so it finds the same rows as alone, whatever team it is of.
 */
import type { Answer } from './executor.ts';
import { together } from './together.ts';

/** The maximum number of reads in one statement. PostgreSQL plans each number of them once per connection. */
const MAX_JOINED = 4;

export type Send = (text: string, values: readonly unknown[], rowMode?: 'array') => Promise<Answer>;

const texts = new Set<string>();
/** Has a read, by its text, made together with others. */
export const join = (text: string): void => void texts.add(text);
export const isJoined = (text: string): boolean => texts.has(text);

/**
 * A statement that makes a read once for each of several lists of values, which are passed one list after the other. The
 * last column says which list a row is found by. PostgreSQL makes the reads one after the other, so the rows of each list
 * keep their order.
 */
export function repeated(read: string, valueCount: number, times: number): string {
  const withValuesFrom = (first: number) =>
    read.replace(/\$(\d+)/g, (_, number: string) => `$${first + Number(number)}`);
  return Array.from(
    { length: times },
    (_, list) => `select q.*, ${list} from (${withValuesFrom(list * valueCount)}) as q`,
  ).join(' union all ');
}

/** Makes reads of the same text together, as `send` would make each of them. */
export function joining(send: Send, text: string, rowMode: 'array' | undefined) {
  const ofTimes: string[] = [];
  const reads = together(async (lists: readonly (readonly unknown[])[]): Promise<Answer[]> => {
    const [values = []] = lists;
    if (lists.length === 1) return [await send(text, values, rowMode)];
    const whole = ofTimes[lists.length] ?? repeated(text, values.length, lists.length);
    ofTimes[lists.length] = whole;
    const answer = await send(whole, lists.flat(), 'array');
    const found: unknown[][] = lists.map(() => []);
    const names = answer.fields.slice(0, -1).map(({ name }) => name);
    for (const row of answer.rows as unknown[][]) {
      found[row.pop() as number]?.push(rowMode === 'array' ? row : named(names, row));
    }
    return found.map((rows) => ({ ...answer, rows: rows as never[], rowCount: rows.length }));
  }, MAX_JOINED);
  return (values: readonly unknown[]): Promise<Answer> => reads.load(values) as Promise<Answer>;
}

/** A row as the driver gives it if no row mode is asked for. */
function named(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) row[name] = values[index];
  return row;
}
