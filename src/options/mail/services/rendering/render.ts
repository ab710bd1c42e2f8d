import type { Template } from 'liquidjs';
import type { LanguageCode } from '../../../../domain/languages/languages.ts';
import { MAX_MAIL_RENDER_BYTES, MAX_MAIL_SUBJECT_LENGTH } from '../../../../domain/limits.ts';
import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import type { GuestMailKind } from '../../../../domain/vocabulary.ts';
import { type MailText, type MailValues, SAMPLE_MAIL_VALUES } from '../../domain/values.ts';
import { renderInTime } from './limits.ts';
import {
  buildMark,
  MARK_PATTERN,
  MailLink,
  type RenderedLiquid,
  renderLiquid,
  withoutForgedMarks,
  withoutMarks,
} from './liquid.ts';
import { findLinkProblem, readMarkdown, renderHtml, renderPlainText, type ValueWriter } from './markdown.ts';
import { type Letterhead, type RenderedMail, wrapMailHtml } from './page.ts';
import { parseMailText } from './template.ts';
import { MailTextProblem, TOO_LONG } from './text-problem.ts';

/** `hasLink` says whether the guest has a page. `picture` is the address of the place's picture. */
export type MailContent = {
  language: LanguageCode;
  values: MailValues;
  hasLink: boolean;
  picture: string | null;
};
const SAMPLE: MailContent = { language: 'en', values: SAMPLE_MAIL_VALUES, hasLink: true, picture: null };

export type MailTextProblems = { subject?: string; body?: string };

/** Line breaks and tabs are kept. */
const STRAY_CONTROLS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]+/gu;

/** Replaces characters that move a cursor, change the direction of text or look like a placeholder. */
const toPlainValue = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : withoutMarksUnlessLink(value).replace(/\r\n?/g, '\n').replace(STRAY_CONTROLS, ' ');

const withoutMarksUnlessLink = (value: unknown): string =>
  value instanceof MailLink ? value.toString() : withoutMarks(String(value));

/** Whatever the booking: checks the variables, the targets of links, and the length with a sample booking. */
export function findMailTextProblems(kind: GuestMailKind, text: Partial<MailText>): MailTextProblems {
  const problems: MailTextProblems = {};
  for (const part of ['subject', 'body'] as const) {
    const source = text[part];
    const problem = source === undefined ? null : findPartProblem(kind, part, source);
    if (problem !== null) problems[part] = problem;
  }
  return problems;
}

function findPartProblem(kind: GuestMailKind, part: 'subject' | 'body', source: string): string | null {
  try {
    if (part === 'subject') renderSubject(kind, source, SAMPLE);
    else renderBody(kind, source, SAMPLE);
    return null;
  } catch (error) {
    if (error instanceof MailTextProblem) return error.message;
    throw error;
  }
}

/** Throws a `MailTextProblem` if the text cannot be rendered. */
export const renderMail = (
  kind: GuestMailKind,
  { subject, body }: MailText,
  said: MailContent,
): RenderedMail => {
  const line = inPart('subject', () => renderSubject(kind, subject, said));
  return { subject: line, ...inPart('body', () => renderBody(kind, body, said, line)) };
};

/** Notes in errors whether they are about the subject or the body. */
function inPart<Rendered>(part: 'subject' | 'body', renderPart: () => Rendered): Rendered {
  try {
    return renderPart();
  } catch (error) {
    if (error instanceof MailTextProblem) error.part = part;
    throw error;
  }
}

/** Plain text in one line. */
function renderSubject(kind: GuestMailKind, source: string, said: MailContent): string {
  const templates = parseMailText(kind, 'subject', source);
  const rendered = renderInTime((clockMs) => renderPart(templates, said, clockMs));
  const line = fillInValues(rendered).replace(CONTROLS, ' ').trim();
  if (line === '') throw new MailTextProblem('must not be empty');
  const characters = [...line];
  if (characters.length <= MAX_MAIL_SUBJECT_LENGTH) return line;
  return `${characters.slice(0, MAX_MAIL_SUBJECT_LENGTH - 1).join('')}…`;
}

function renderBody(kind: GuestMailKind, source: string, said: MailContent, title = '') {
  const templates = parseMailText(kind, 'body', source);
  const { rendered, tokens } = renderInTime((clockMs) => {
    const rendered = renderPart(templates, said, clockMs);
    return { rendered, tokens: readMarkdown(rendered.text) };
  });
  const writer = createValueWriter(rendered);
  const problem = findLinkProblem(tokens, (mark) =>
    rendered.outputs[mark] === null || rendered.outputs[mark] instanceof MailLink
      ? null
      : toPlainValue(rendered.outputs[mark]),
  );
  if (problem !== null)
    throw new MailTextProblem(`must not have a value as the address of a link: ${problem.slice(0, 100)}`);
  return writeBody(tokens, writer, {
    title,
    head: describeLetterhead(kind, said),
    language: said.language,
  });
}

function writeBody(
  tokens: ReturnType<typeof readMarkdown>,
  writer: ValueWriter,
  frame: { title: string; head: Letterhead; language: LanguageCode },
) {
  const html = wrapMailHtml(renderHtml(tokens, writer), frame);
  const text = renderPlainText(tokens, writer);
  throwIfTooLong(html);
  throwIfTooLong(text);
  return { text, html };
}

const describeLetterhead = (
  kind: GuestMailKind,
  { language, values: { team, listing }, picture }: MailContent,
) => ({
  name: toPlainValue(team.name),
  picture:
    SHOWS_PICTURE[kind] && picture !== null
      ? {
          url: picture,
          words: toPlainValue(nameInBuilding(listing.title, listing.building ?? null, language)),
        }
      : null,
});

/** Those in which guests look forward to the place. */
const SHOWS_PICTURE = {
  booking_requested: true,
  booking_confirmed: true,
  booking_changed: true,
  booking_cancelled: false,
  booking_expired: false,
  payment_due: false,
  payment_received: false,
  before_arrival: true,
  after_departure: false,
} satisfies Record<GuestMailKind, boolean>;

/** With the language of the message's frame. */
export type MailSender = Pick<MailValues['team'], 'name' | 'phone' | 'email'> & { language: LanguageCode };

/**
 * Markdown, in which Liquid is text like any other, with the sender's name above and below, and the phone and
 * email below.
 */
export function renderWrittenMail({ subject, body }: MailText, sender: MailSender): RenderedMail {
  const lines = [sender.name, sender.phone, sender.email].filter((line) => line !== null).map(toPlainValue);
  const values: ValueWriter = { findHref: () => null, toText: (mark) => lines[mark] ?? '' };
  const tokens = renderInTime(() => readMarkdown(withoutForgedMarks(body)));
  if (renderPlainText(tokens, values).trim() === '') throw new MailTextProblem('must not be empty');
  const close = readMarkdown(lines.map((_, index) => buildMark(index)).join('\n'));
  const head = { name: toPlainValue(sender.name), picture: null };
  const title = withoutMarks(subject);
  return {
    subject: title,
    ...writeBody([...tokens, ...close], values, { title, head, language: sender.language }),
  };
}

/** With marks for the values. The rendered text and the values together must not be too long. */
function renderPart(
  templates: Template[],
  { language, values, hasLink }: MailContent,
  clockMs: number,
): RenderedLiquid {
  const rendered = renderLiquid(templates, values, { language, hasLink, clockMs });
  throwIfTooLong(rendered.text);
  const size = rendered.outputs.reduce((sum: number, value) => sum + toPlainValue(value).length, 0);
  if (size > MAX_MAIL_RENDER_BYTES) throw new MailTextProblem(TOO_LONG);
  return rendered;
}

function throwIfTooLong(text: string): void {
  if (Buffer.byteLength(text) > MAX_MAIL_RENDER_BYTES) throw new MailTextProblem(TOO_LONG);
}

const fillInValues = ({ text, outputs }: RenderedLiquid): string =>
  text.replace(MARK_PATTERN, (_, index) => toPlainValue(outputs[Number(index)]));

const createValueWriter = ({ outputs }: RenderedLiquid): ValueWriter => ({
  findHref: (mark) => {
    const value = outputs[mark];
    return value instanceof MailLink ? value.href : null;
  },
  toText: (mark) => toPlainValue(outputs[mark]),
});
