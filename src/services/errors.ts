import { databaseTroubleOf, describeError } from '../db/errors.ts';

/** The parts of an error that may be logged. They never include a statement's parameters. */
export const loggableError = (error: unknown) => describeError(error);

/** Whether the database is temporarily unable to answer, so that the same request may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  const trouble = databaseTroubleOf(error);
  return trouble === 'unavailable' || trouble === 'conflict';
}
