/** The code of the thread that renders and checks the texts of teams. */
import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { GuestMailKind } from '../../../domain/mail/kinds.ts';
import type { MailText } from '../../../domain/mail/values.ts';
import type { RenderedMail } from './page.ts';
import { findMailTextProblems, type MailContent, type MailTextProblems, renderMail } from './render.ts';
import { MailTextProblem } from './text-problem.ts';

/**
 * Requests come first: while all processors are busy, this thread has about a tenth of one. Only on Linux has a thread a
 * priority of its own. Elsewhere the whole process would get it.
 */
const PRIORITY = 10;
if (process.platform === 'linux' && !isMainThread) setPriority(PRIORITY);

export type TextToRender = { kind: GuestMailKind; text: MailText; said: MailContent };
export type TextToCheck = { kind: GuestMailKind; text: Partial<MailText> };
/** A problem passes between threads as plain data, which an error does not. */
export type RenderedTeamText =
  | { rendered: RenderedMail }
  | { problem: string; part: MailTextProblem['part'] };

export function renderTeamText({ kind, text, said }: TextToRender): RenderedTeamText {
  try {
    return { rendered: renderMail(kind, text, said) };
  } catch (error) {
    if (!(error instanceof MailTextProblem)) throw error;
    return { problem: error.message, part: error.part };
  }
}

export const checkTeamText = ({ kind, text }: TextToCheck): MailTextProblems =>
  findMailTextProblems(kind, text);
