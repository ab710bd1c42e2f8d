import { MAX_MAIL_RENDER_MS } from '../../../../domain/limits.ts';
import { MailTextProblem, TOO_SLOW } from './text-problem.ts';

/** Code that runs for the first time is slow. */
const SLOW_RENDERINGS = 2;

/**
 * Throws a `MailTextProblem` if the text takes longer than it may (docs/rules.md, 25.3) or cannot be rendered.
 *
 * liquidjs measures by the clock, which also runs while the machine does something else. So a rendering that it
 * cuts off counts only if it had at least half of the time. Otherwise the next one has twice as long by the clock.
 */
export function renderInTime<Rendered>(renderOnce: (clockMs: number) => Rendered): Rendered {
  let clockMs = MAX_MAIL_RENDER_MS;
  for (let slow = 0; slow < SLOW_RENDERINGS; ) {
    const startedMs = countProcessorMs();
    try {
      const rendered = renderOnce(clockMs);
      if (countProcessorMs() - startedMs <= MAX_MAIL_RENDER_MS) return rendered;
    } catch (error) {
      if (!/template render limit exceeded/.test(getMessage(error))) throw toTextProblem(error);
    }
    if (countProcessorMs() - startedMs >= MAX_MAIL_RENDER_MS / 2) slow += 1;
    else clockMs *= 2;
  }
  throw new MailTextProblem(TOO_SLOW);
}

/** Of this thread alone. */
function countProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const getMessage = (error: unknown): string => String((error as Error).message);

function toTextProblem(error: unknown): MailTextProblem {
  if (error instanceof MailTextProblem) return error;
  // liquidjs wraps what a filter throws.
  const { originalError } = error as { originalError?: unknown };
  if (originalError instanceof MailTextProblem) return originalError;
  // The error's message says which limit was exceeded.
  if (/limit exceeded/.test(getMessage(error))) return new MailTextProblem(TOO_SLOW, { cause: error });
  const [message = ''] = getMessage(error).split('\n');
  return new MailTextProblem(`cannot be rendered: ${message}`, { cause: error });
}
