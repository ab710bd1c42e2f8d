import type { FastifyReply } from 'fastify';
import type { StayDate } from '../../../../../domain/dates/dates.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import type { Form } from '../../../../../web/form.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import type { PresentMoment } from '../../../../../web/views/when.ts';
import { STEP_METHOD, STEP_PAID_ON } from './forms.ts';

export type FolioView = {
  path: string;
  presentMoment: PresentMoment;
  folio: Folio;
  status: BookingStatus;
  /** At the place. */
  today: StayDate;
  /** Empty if nothing was refused. */
  form: Form;
};

/** For a step that cannot be undone. */
export type Question = { lead: string; button: string };

export const renderTime = (at: Date, presentMoment: PresentMoment): Html =>
  html`<time datetime="${at.toISOString()}">${presentMoment(at)}</time>`;

/** Each row has its name, its amount, its status and its buttons. */
export const renderPart = (rows: readonly (readonly (string | Html)[])[]): Html =>
  html`<ul class="parts amounts">${rows.map(
    ([what = '', amount = '', status = '', next = '']) =>
      html`<li><span>${what}</span><span>${amount}</span><span>${status}</span>${next === '' ? '' : html`<div class="next">${next}</div>`}</li>`,
  )}</ul>`;

/** Without the errors that stand at a field. */
export function findStepError({ values, errors }: Form, part: string): string | null {
  if (values.step_of !== part) return null;
  const { refunded_amount: _refund, [STEP_PAID_ON]: _day, [STEP_METHOD]: _method, ...others } = errors;
  return Object.values(others).join(' ') || null;
}

type StepsView<Status extends string> = {
  action: string;
  more?: Html;
  questions?: Partial<Record<Status, Question>>;
  /** The steps that are taken as a matter of course. Others look like links. */
  usual: readonly string[];
  error: string | null;
};

/** A step that cannot be undone first opens its question. `more` comes before the buttons. */
export function renderSteps<Status extends string>(
  reply: FastifyReply,
  { action, more = EMPTY_HTML, questions = {}, usual, error }: StepsView<Status>,
  words: Partial<Record<Status, string>>,
  isAllowed: (to: Status) => boolean,
): Html {
  const allowed = (Object.entries(words) as [Status, string][]).filter(([to]) => isAllowed(to));
  return allowed.length === 0
    ? EMPTY_HTML
    : html`<form method="post" action="${action}">${renderFormToken(reply)}${more}${allowed.map(
        ([to, text]) => renderStep(to, text, { question: questions[to], isUsual: usual.includes(to) }),
      )}${error === null ? '' : html`<p class="error">${error}</p>`}</form>`;
}

const renderStep = (
  to: string,
  text: string,
  { question, isUsual }: { question: Question | undefined; isUsual: boolean },
): Html =>
  question === undefined
    ? html`<button class="${isUsual ? 'quiet small' : 'link'}" type="submit" name="status" value="${to}">${text}</button>`
    : html`<details class="more"><summary>${text}</summary><p class="help">${question.lead}</p>
<button class="quiet small danger" type="submit" name="status" value="${to}">${question.button}</button></details>`;
