/**
 * The texts of teams are rendered and checked in a process of its own, because such a text may take memory, and a
 * tenth of a second in which a process answers nobody. Our own texts need no process.
 */

import type { GuestMailKind } from '../../../../domain/vocabulary.ts';
import { Interrupted } from '../../../../services/errors.ts';
import { createProcessPool, TaskEnded } from '../../../../services/processes/pool.ts';
import { createTurns } from '../../../../services/sharing/turns.ts';
import type { MailText } from '../../domain/values.ts';
import type { RenderedMail } from './page.ts';
import type { MailContent, MailSender, MailTextProblems } from './render.ts';
import { MailTextProblem, TOO_SLOW } from './text-problem.ts';
import type { TextResult, TextTask } from './text-process.ts';

/** Far longer than any text takes, also on a busy machine. */
const MAX_MS = 30_000;
const IDLE_MS = 10_000;
/** Far longer than all texts take that may wait for each other. */
const MAX_WAIT_MS = 60_000;

export type TeamTexts = ReturnType<typeof createTeamTexts>;

export function createTeamTexts() {
  const module = new URL('./text-process.ts', import.meta.url);
  const pool = createProcessPool<TextTask, TextResult>(module, { maxMs: MAX_MS, idleMs: IDLE_MS });
  const turns = createTurns({ atOnce: { process: 1 }, waitMs: MAX_WAIT_MS });

  /** Throws a `MailTextProblem` if the text takes too much time or memory, and `Overloaded` if it waits too long. */
  async function run(task: TextTask, team: number | null = null): Promise<TextResult> {
    try {
      return await turns.run({ team, caller: null }, () => pool.run(task));
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      if (error.reason === 'other')
        throw new Interrupted('The process that renders messages has ended.', { cause: error });
      throw new MailTextProblem(TOO_SLOW, { cause: error });
    }
  }

  return {
    /** Throws a `MailTextProblem` if the text cannot be rendered. */
    render: async (
      teamId: number,
      kind: GuestMailKind,
      text: MailText,
      said: MailContent,
    ): Promise<RenderedMail> => takeRendered(await run({ kind, text, said }, teamId)),

    /** Throws a `MailTextProblem` if the text cannot be rendered. */
    renderByHand: async (teamId: number, text: MailText, sender: MailSender): Promise<RenderedMail> =>
      takeRendered(await run({ kind: 'by_hand', text, sender }, teamId)),

    /**
     * Whatever the booking: checks the variables, the targets of links, and length and time with a sample booking.
     */
    async findProblems(kind: GuestMailKind, text: Partial<MailText>): Promise<MailTextProblems> {
      if (Object.keys(text).length === 0) return {};
      try {
        const result = await run({ kind, text, said: null });
        return 'problems' in result ? result.problems : {};
      } catch (error) {
        if (!(error instanceof MailTextProblem)) throw error;
        return { [error.part]: error.message };
      }
    },

    /** Even if it is rendering a text. */
    close: (): void => pool.close(),
  };
}

function takeRendered(result: TextResult): RenderedMail {
  if ('rendered' in result) return result.rendered;
  const { subject, body = TOO_SLOW } = result.problems;
  throw subject === undefined ? new MailTextProblem(body) : new MailTextProblem(subject, { part: 'subject' });
}
