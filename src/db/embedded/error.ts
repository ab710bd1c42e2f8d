/** An expected failure, whose message is one line for the person at the terminal, without a stack trace. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** An `EmbeddedError` about a file or directory, with the operating system's reason. */
export function buildFileError(what: string, error: unknown): EmbeddedError {
  return new EmbeddedError(`${what}: ${findSystemReason(error)}.`, { cause: error });
}

/** Whether an error of the operating system has one of some codes, such as `ENOENT`. */
export function hasSystemErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * The operating system's reason on one line, for example "EACCES: permission denied". It does not contain the path
 * of the file, which the caller names.
 */
export function findSystemReason(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const line = message.split('\n')[0] ?? '';
  return line.replace(/, \w+ '.*$/, '');
}
