import { MAX_MAIL_RENDER_MS } from '../../../domain/limits.ts';
import { MarkdownTooSlow } from './markdown.ts';
import { MailTextProblem, TOO_SLOW } from './text-problem.ts';
import { countThreadMs } from './thread-time.ts';

/** How often a text is rendered too slowly before it counts as too slow: code that runs for the first time is slow. */
const SLOW_RENDERINGS = 2;
/** How often a text is rendered at most. */
const MAX_RENDERINGS = 10;

/** How long one rendering may take: of the thread's own time, and by the clock. */
type RenderTimes = { withinMs: number; clockMs: number };

/**
 * Renders a text in the time that a text may take (docs/rules.md, 25.3). Throws a `MailTextProblem` if that is
 * not enough, or if the text cannot be rendered.
 *
 * liquidjs measures by the clock, which also runs while the machine does something else. So a rendering counts only if
 * the thread itself had at least half of the time, and otherwise the next one has twice as long by the clock.
 */
export function renderInTime<Rendered>(renderOnce: (times: RenderTimes) => Rendered): Rendered {
  let slow = 0;
  let clockMs = MAX_MAIL_RENDER_MS;
  for (let rendered = 1; ; rendered += 1) {
    const startedMs = countThreadMs();
    try {
      return renderOnce({ withinMs: MAX_MAIL_RENDER_MS, clockMs });
    } catch (error) {
      if (!isOverLimit(error)) throw toTextProblem(error);
      const isByItself = isOverSize(error) || countThreadMs() - startedMs >= MAX_MAIL_RENDER_MS / 2;
      if (isByItself) slow += 1;
      else clockMs *= 2;
      if (slow === SLOW_RENDERINGS || rendered === MAX_RENDERINGS) throw toTextProblem(error);
    }
  }
}

const getMessage = (error: unknown): string => String((error as Error).message);
/** liquidjs says in a message which limit was exceeded. */
const isOverLimit = (error: unknown): boolean =>
  error instanceof MarkdownTooSlow || /limit exceeded/.test(getMessage(error));
const isOverSize = (error: unknown): boolean => /(memory alloc|parse length) limit/.test(getMessage(error));

function toTextProblem(error: unknown): MailTextProblem {
  if (error instanceof MailTextProblem) return error;
  // liquidjs wraps what a filter throws.
  const { originalError } = error as { originalError?: unknown };
  if (originalError instanceof MailTextProblem) return originalError;
  if (isOverLimit(error)) return new MailTextProblem(TOO_SLOW, { cause: error });
  const [message = ''] = getMessage(error).split('\n');
  return new MailTextProblem(`cannot be rendered: ${message}`, { cause: error });
}
