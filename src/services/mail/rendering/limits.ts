import { MAX_MAIL_RENDER_MS } from '../../../domain/limits.ts';
import { MarkdownTooSlow } from './markdown.ts';
import { MailTextProblem, TOO_SLOW } from './text-problem.ts';

/**
 * How often a text is rendered before it counts as too slow, because its time limit may also run out on a
 * busy machine.
 */
const RENDERINGS = 3;

/**
 * Renders a text in the time that a text may take (docs/rules.md, 25.3). Throws a `MailTextProblem` if that is
 * not enough, or if the text cannot be rendered.
 */
export function renderInTime<Rendered>(renderOnce: (withinMs: number) => Rendered): Rendered {
  for (let tried = 1; ; tried += 1) {
    try {
      return renderOnce(MAX_MAIL_RENDER_MS);
    } catch (error) {
      if (tried === RENDERINGS || !isOverLimit(error)) throw toTextProblem(error);
    }
  }
}

/** liquidjs says in a message that a limit was exceeded. */
const isOverLimit = (error: unknown): boolean =>
  error instanceof MarkdownTooSlow || /limit exceeded/.test(String((error as Error).message));

function toTextProblem(error: unknown): MailTextProblem {
  if (error instanceof MailTextProblem) return error;
  if (isOverLimit(error)) return new MailTextProblem(TOO_SLOW, { cause: error });
  const [message = ''] = String((error as Error).message).split('\n');
  return new MailTextProblem(`cannot be rendered: ${message}`, { cause: error });
}
