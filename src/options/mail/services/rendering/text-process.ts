import { setPriority } from 'node:os';
import type { GuestMailKind } from '../../../../domain/vocabulary.ts';
import { serveTasks } from '../../../../services/processes/serve-tasks.ts';
import type { MailText } from '../../domain/values.ts';
import type { RenderedMail } from './page.ts';
import {
  findMailTextProblems,
  type MailContent,
  type MailSender,
  type MailTextProblems,
  renderMail,
  renderWrittenMail,
} from './render.ts';
import { MailTextProblem } from './text-problem.ts';

/** Requests come first: while all processors are busy, this process has about a quarter of one. */
const PRIORITY = 5;

/** Without a booking (`said`), the text is checked. */
export type TextTask =
  | { kind: GuestMailKind; text: MailText; said: MailContent }
  | { kind: GuestMailKind; text: Partial<MailText>; said: null }
  | { kind: 'by_hand'; text: MailText; sender: MailSender };
export type TextResult = { rendered: RenderedMail } | { problems: MailTextProblems };

// After the modules are loaded, so that the first text does not wait long for them.
setPriority(PRIORITY);
serveTasks((task: TextTask): TextResult => {
  if (task.kind !== 'by_hand' && task.said === null)
    return { problems: findMailTextProblems(task.kind, task.text) };
  try {
    return { rendered: renderTask(task) };
  } catch (error) {
    if (!(error instanceof MailTextProblem)) throw error;
    return { problems: { [error.part]: error.message } };
  }
});

const renderTask = (task: Exclude<TextTask, { said: null }>): RenderedMail =>
  task.kind === 'by_hand'
    ? renderWrittenMail(task.text, task.sender)
    : renderMail(task.kind, task.text, task.said);
