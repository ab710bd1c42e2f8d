/** The code of the process that renders and checks the texts of teams. */
import { setPriority } from 'node:os';
import type { GuestMailKind } from '../../../domain/mail/kinds.ts';
import type { MailText } from '../../../domain/mail/values.ts';
import { serveTasks } from '../../processes/serve-tasks.ts';
import type { RenderedMail } from './page.ts';
import { findMailTextProblems, type MailContent, type MailTextProblems, renderMail } from './render.ts';
import { MailTextProblem } from './text-problem.ts';

/** Requests come first: while all processors are busy, this process has about a quarter of one. */
const PRIORITY = 5;

/** A text to render for a booking, or to check if there is no booking. */
export type TextTask = { kind: GuestMailKind } & (
  | { text: MailText; said: MailContent }
  | { text: Partial<MailText>; said: null }
);
export type TextResult = { rendered: RenderedMail } | { problems: MailTextProblems };

// After the modules are loaded, so that the first text does not wait long for them.
setPriority(PRIORITY);
serveTasks(({ kind, ...task }: TextTask): TextResult => {
  if (task.said === null) return { problems: findMailTextProblems(kind, task.text) };
  try {
    return { rendered: renderMail(kind, task.text, task.said) };
  } catch (error) {
    if (!(error instanceof MailTextProblem)) throw error;
    return { problems: { [error.part]: error.message } };
  }
});
