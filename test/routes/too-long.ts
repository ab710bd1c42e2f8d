import { expect } from 'vitest';
import type { Answer } from '../helpers/bookings.ts';

/** As many as fit into a body, each of them wrong. */
export const WRONG_ITEMS = Array.from({ length: 300_000 }, () => '');

/** A refusal of a list by its length, which says nothing about its items. */
export function expectTooLong({ status, body }: Answer, field: string, most: number): void {
  const name = field.replaceAll(/[._]/g, ' ');
  expect({ status, errors: body.errors[field] }).toEqual({
    status: 422,
    errors: [`The ${name} field must be a list of at most ${most}.`],
  });
  expect(Object.keys(body.errors).length).toBeLessThan(5);
}
