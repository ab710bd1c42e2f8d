import { MAX_MAIL_DATE_FORMAT_LENGTH } from '../../../../domain/limits.ts';

type Part = 'subject' | 'body';

/** The error's message is the end of a sentence. */
export class MailTextProblem extends Error {
  override name = 'MailTextProblem';
  /** Set once it is known. */
  part: Part;

  constructor(message: string, { cause, part = 'body' }: { cause?: unknown; part?: Part } = {}) {
    super(message, { cause });
    this.part = part;
  }
}

export const TOO_LONG = 'must not become longer than 100 kB';
export const TOO_SLOW = 'must not take longer than 100 ms, or become longer than 100 kB';
export const LONG_DATE_FORMAT = `must not have a date format of more than ${MAX_MAIL_DATE_FORMAT_LENGTH} characters`;
