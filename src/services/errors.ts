import { databaseTroubleOf, describeError } from '../db/errors.ts';

/** What of an error may be logged: never a statement's parameters. */
export const loggableError = (error: unknown) => describeError(error);

/** Whether the database could not answer for now, and the same request may well succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  const trouble = databaseTroubleOf(error);
  return trouble === 'unavailable' || trouble === 'conflict';
}
