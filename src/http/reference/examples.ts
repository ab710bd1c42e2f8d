/** Requests and answers that the tests have executed and recorded in `examples.json`. */
import { readFileSync } from 'node:fs';

/** The day on which the examples happen. The demo's own dates depend on the day on which it is loaded. */
export const RECORDED_ON = '2027-01-05';

export type Recorded = {
  operationId: string;
  /** Identifies the example within its operation. */
  name: string;
  summary: string;
  /** By name, both in the path and in the query. */
  parameters?: Record<string, string>;
  body?: unknown;
  status: number;
  answer?: unknown;
};

export type Example = { summary: string; value: unknown };

export const readExamples = (): Recorded[] =>
  JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Recorded[];

const isSuccess = ({ status }: Recorded) => status < 300;

/** The parameters of the first successful request of an operation. */
export function valuesOf(recorded: readonly Recorded[], operationId: string): Record<string, string> {
  const first = recorded.find((one) => one.operationId === operationId && isSuccess(one));
  return first?.parameters ?? {};
}

/** Bodies of successful requests, or answers with a status. Of every operation if none is named. */
export function examplesOf(
  recorded: readonly Recorded[],
  operationId: string | null,
  part: 'body' | 'answer',
  status?: number,
): Record<string, Example> {
  const chosen = recorded.filter(
    (one) =>
      (operationId === null || one.operationId === operationId) &&
      (status === undefined ? isSuccess(one) : one.status === status) &&
      one[part] !== undefined,
  );
  return Object.fromEntries(chosen.map((one) => [one.name, { summary: one.summary, value: one[part] }]));
}
