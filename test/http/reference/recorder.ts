/** Executes the requests that the reference shows as examples, and writes them in a form that stays the same. */
import type { HTTPMethods } from 'fastify';
import { expect } from 'vitest';
import type { OpenApiDocument } from '../../../src/http/reference/complete.ts';
import type { Recorded } from '../../../src/http/reference/examples.ts';
import type { TestApp } from '../../support/app.ts';
import type { Json } from '../../support/bookings.ts';

type Asked = {
  /** Identifies the example within its operation. Readers see the summary. */
  as: [name: string, summary: string];
  status: number;
  parameters?: Record<string, string>;
  body?: unknown;
  /** Headers of the request in addition to the token. `authorization: ''` leaves the token out. */
  headers?: Record<string, string>;
  /** Sent unchanged, and left out of the example: a body that is not JSON, or too large. */
  rawBody?: string;
};

export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder(world: Pick<TestApp, 'app'>, token: string) {
  const recorded: Recorded[] = [];
  const operations = operationsOf(world.app.swagger() as unknown as OpenApiDocument);

  /** Sends a request, expects the status, keeps request and answer, and returns the answer's body. */
  async function ask(operationId: string, asked: Asked, app = world.app): Promise<Json> {
    const { as, status, parameters = {}, body, headers = {}, rawBody } = asked;
    const operation = operations.get(operationId);
    if (!operation) throw new Error(`There is no operation ${operationId}.`);
    const { path, query } = addressOf(operation.path, parameters);
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await app.inject({
      method: operation.method.toUpperCase() as HTTPMethods,
      url: query ? `${path}?${query}` : path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    expect([operationId, answer.statusCode, answer.body]).toEqual([operationId, status, expect.anything()]);
    const [name, summary] = as;
    const answered = answer.body === '' ? undefined : answer.json();
    const example = { operationId, name, summary, parameters, status };
    recorded.push({
      ...example,
      ...(body === undefined ? {} : { body }),
      ...(answered === undefined ? {} : { answer: answered }),
    });
    return answered;
  }

  return { ask, recorded };
}

function operationsOf(document: OpenApiDocument): Map<string, { method: string; path: string }> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => [operationId, { method, path }] as const),
    ),
  );
}

/** Puts parameters into the path if it names them, else into the query. */
export function addressOf(template: string, parameters: Record<string, string>) {
  const query = new URLSearchParams(parameters);
  const path = template.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    query.delete(name);
    return encodeURIComponent(parameters[name] ?? '');
  });
  return { path, query: query.toString() };
}

/** An id made by the service. The ids in the demo's file have version 8 and are always the same. */
const NEW_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const SECRET = /whsec_[A-Za-z0-9+/]{43}=/g;
const EXAMPLE_SECRET = 'whsec_aW5ua2VlcCBleGFtcGxlIHNlY3JldCwgMzIgYnl0ZXM=';
const CALENDAR = /(?<=\/calendars\/)[0-9A-Za-z]{32}(?=\.ics)/g;
const EXAMPLE_CALENDAR = 'Qm9va2luZ3NPZlNlYUxvZnRMb2Z0QTEy';
const DURATION = /"duration_ms": \d+/g;

/**
 * The recording without randomness: ids are numbered in the order in which they first appear, and each of `words`
 * replaces its random value.
 */
export function withoutChance(recorded: readonly Recorded[], words: Record<string, string>): string {
  const ids = new Map<string, string>();
  let text = JSON.stringify(recorded, null, 1);
  for (const [random, word] of Object.entries(words)) text = text.replaceAll(random, word);
  text = text
    .replaceAll(SECRET, EXAMPLE_SECRET)
    .replaceAll(CALENDAR, EXAMPLE_CALENDAR)
    .replaceAll(DURATION, '"duration_ms": 38');
  text = text.replaceAll(NEW_ID, (id) => {
    const known = ids.get(id) ?? `01943600-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  });
  return `${text}\n`;
}
