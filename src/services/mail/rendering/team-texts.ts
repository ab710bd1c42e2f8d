/**
 * Renders and checks the texts that teams write in a thread, because such a text may take a tenth of a second,
 * in which a process answers nobody. Our own texts take no time, and need no thread.
 */
import { Piscina } from 'piscina';
import type { GuestMailKind } from '../../../domain/mail/kinds.ts';
import type { MailText } from '../../../domain/mail/values.ts';
import { Overloaded } from '../../errors.ts';
import { isOutOfMemory } from '../../thread-errors.ts';
import type { RenderedMail } from './page.ts';
import type { MailContent, MailTextProblems } from './render.ts';
import type { RenderedTeamText, TextToCheck, TextToRender } from './team-text-worker.ts';
import { MailTextProblem, TOO_SLOW } from './text-problem.ts';

/** The thread ends, and gives its memory back, after this time without a text. */
const IDLE_MS = 10_000;
/** Far longer than all texts take that may wait for each other. */
const WITHIN_MS = 60_000;
const MAX_HEAP_MB = 64;

/** The pool has no thread, and holds nothing, until the first text. */
const pool = new Piscina({
  filename: new URL('./team-text-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
});

/** Throws a `MailTextProblem` if the text takes too much memory, and `Overloaded` if too many texts are before it. */
async function run<Task, Result>(name: string, task: Task): Promise<Result> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  try {
    return await pool.run(task, { name, signal });
  } catch (error) {
    if (isOutOfMemory(error)) throw new MailTextProblem(TOO_SLOW, { cause: error });
    if (signal.aborted) throw new Overloaded('Too many texts of messages wait to be rendered.');
    throw error;
  }
}

/** Renders a team's text for a booking. Throws a `MailTextProblem` if the text cannot be rendered. */
export async function renderTeamText(
  kind: GuestMailKind,
  text: MailText,
  said: MailContent,
): Promise<RenderedMail> {
  const result = await run<TextToRender, RenderedTeamText>('renderTeamText', { kind, text, said });
  if ('rendered' in result) return result.rendered;
  throw new MailTextProblem(result.problem, { part: result.part });
}

/**
 * Finds what is wrong with a text, whatever the booking: the variables that it names, the targets of its
 * links, and its length and time with a sample booking. There are no problems if the text is valid.
 */
export async function findMailTextProblems(
  kind: GuestMailKind,
  text: Partial<MailText>,
): Promise<MailTextProblems> {
  if (Object.keys(text).length === 0) return {};
  try {
    return await run<TextToCheck, MailTextProblems>('checkTeamText', { kind, text });
  } catch (error) {
    if (!(error instanceof MailTextProblem)) throw error;
    return { [error.part]: error.message };
  }
}
