/** Expected trouble: the message is one line meant for the person at the terminal, and no stack trace is due. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** An `EmbeddedError` about a file or directory, with what the operating system said of it. */
export function fileTrouble(what: string, error: unknown): EmbeddedError {
  return new EmbeddedError(`${what}: ${systemReason(error)}.`, { cause: error });
}

/** Whether the operating system refused with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** What went wrong, on one line: "EACCES: permission denied", without the path that the caller names better. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const line = message.split('\n')[0] ?? '';
  return line.replace(/, \w+ '.*$/, '');
}
