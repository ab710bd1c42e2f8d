/** An expected failure, whose message is one line for the person at the terminal, without a stack trace. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** An `EmbeddedError` about a file or directory, with the operating system's reason. */
export function buildFileError(what: string, error: unknown): EmbeddedError {
  return new EmbeddedError(`${what}: ${findSystemReason(error)}.`, { cause: error });
}

/** Whether the operating system refused with one of these codes. */
export function hasSystemErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * The reason on one line, for example "EACCES: permission denied". The caller names the path that the reason
 * is about.
 */
export function findSystemReason(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const line = message.split('\n')[0] ?? '';
  return line.replace(/, \w+ '.*$/, '');
}
