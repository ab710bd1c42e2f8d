/** Values of other kinds than any field takes. */
import { expect } from 'vitest';
import { MAX_BODY_LEVELS } from '../../src/domain/limits.ts';
import type { Client } from '../helpers/bookings.ts';
import { FORMS, textOf } from './every-place.ts';

/** Values that no field takes, some of which JavaScript cannot turn into a text or number. */
export const ODD_VALUES = [
  '{"toString":1,"valueOf":1}',
  '[{"toString":1,"valueOf":1}]',
  '{"__proto__":{"length":1}}',
  ...Object.values(FORMS).map((nest) => nest(MAX_BODY_LEVELS - 10)),
];

type OddRequest = {
  method: Parameters<Client['send']>[0];
  url: string;
  body: unknown;
  value: string;
  headers: Record<string, string>;
};

export async function expectNoServerError(
  { send }: Pick<Client, 'send'>,
  { method, url, body, value, headers }: OddRequest,
): Promise<void> {
  const { status } = await send(method, url, textOf(body, value), headers);
  expect({ body, value, isServed: status < 500 }).toEqual({ body, value, isServed: true });
}
