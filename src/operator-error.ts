/** Reported in one line, without a stack trace: the operator can solve it. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
