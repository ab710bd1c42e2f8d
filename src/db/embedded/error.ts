/** Its message is one line for the person at the terminal, without a stack trace. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

export function buildFileError(what: string, error: unknown): EmbeddedError {
  return new EmbeddedError(`${what}: ${findSystemReason(error)}.`, { cause: error });
}

export function hasSystemErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** For example "EACCES: permission denied". Leaves out the path, which the caller names. */
export function findSystemReason(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const line = message.split('\n')[0] ?? '';
  return line.replace(/, \w+ '.*$/, '');
}
