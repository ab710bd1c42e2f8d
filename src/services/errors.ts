import { databaseTroubleOf, describeError } from '../db/errors.ts';

/** The parts of an error that may be logged. They never include a statement's parameters. */
export const loggableError = (error: unknown) => describeError(error);

/** Thrown if a team asks for more at once than there is time or memory for. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** Thrown to roll a write back if a row changed between its reading and its lock. The write then runs again. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/** Whether the service is temporarily unable to answer, so that the same request may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Overloaded || error instanceof ChangedMeanwhile) return true;
  const trouble = databaseTroubleOf(error);
  return trouble === 'unavailable' || trouble === 'conflict';
}
