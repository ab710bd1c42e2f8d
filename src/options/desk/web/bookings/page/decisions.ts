/** What a member must decide about a booking. It is the first card of its page, and never folded. */
import type { FastifyReply } from 'fastify';
import type { StayDate } from '../../../../../domain/dates/dates.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import type { BookingDetails, Folio } from '../../../../../services/bookings/read.ts';
import { renderButtonForm } from '../../../../../web/views/button-form.ts';
import { dayAndDate, presentMoney } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import type { PresentMoment } from '../../../../../web/views/when.ts';
import { presentRefundReason } from '../../../../../web/views/words.ts';
import type { StayDifference } from '../../../services/problems.ts';
import { renderOwnDifference } from '../../clash.ts';
import { isDepositToDecide } from '../folio/deposit.ts';
import { findLatePayments } from '../folio/late.ts';

type View = {
  base: string;
  path: string;
  file: BookingDetails;
  readsMoney: boolean;
  /** Null if the booking's channel says the same. */
  difference: StayDifference | null;
  today: StayDate;
  presentMoment: PresentMoment;
};

export function renderDecisions(reply: FastifyReply, view: View): Html {
  const { base, file, readsMoney, difference, today } = view;
  const { status } = file.booking.booking;
  const lines = [
    ...(status === 'pending' ? [html`<li>${renderRequest(reply, view)}</li>`] : []),
    ...(difference === null ? [] : [html`<li class="urgent">${renderOwnDifference(base, difference)}</li>`]),
    ...(readsMoney ? renderMoneyLines(file.folio, status, today) : []),
  ];
  return lines.length === 0
    ? EMPTY_HTML
    : html`<section class="card flush decide" aria-labelledby="decide-heading"><h2 id="decide-heading">To decide</h2>
<ul class="lines">${lines}</ul></section>`;
}

const renderMoneyLines = (folio: Folio, status: BookingStatus, today: StayDate): Html[] => [
  ...renderLate(folio, status, today),
  ...(folio.refundDueCents === 0 ? [] : [renderRefund(folio, status)]),
  ...(folio.deposit !== null && isDepositToDecide(folio, status)
    ? [renderDeposit(folio.deposit.amountCents, folio.currency)]
    : []),
];

function renderRequest(reply: FastifyReply, { path, file, presentMoment }: View): Html {
  const { expiresAt, source } = file.booking.booking;
  const until =
    expiresAt === null
      ? 'It keeps its nights until it is confirmed or cancelled.'
      : `Its nights are free again on ${presentMoment(expiresAt)}, unless it is confirmed before.`;
  return html`<div class="ask"><p>${source === 'booking_site' ? 'Request from the booking site' : 'Held'}. ${until}</p>
${renderButtonForm(reply, { action: `${path}/confirm`, text: 'Confirm' })}
<a class="button quiet danger" href="${path}/cancel">Decline</a></div>`;
}

function renderLate(folio: Folio, status: BookingStatus, today: StayDate): Html[] {
  const late = findLatePayments(folio, status, today);
  if (late === null) return [];
  return [
    html`<li class="urgent"><a href="#folio">${presentMoney(late.cents, folio.currency)}</a> is late: it was due on ${dayAndDate(late.since)}.</li>`,
  ];
}

const renderRefund = ({ refundDueCents, currency }: Folio, status: BookingStatus): Html =>
  html`<li><a href="#folio">${presentMoney(refundDueCents, currency)}</a> is to be paid back: ${presentRefundReason(status)}. Pay it back, then record it.</li>`;

const renderDeposit = (cents: number, currency: string): Html =>
  html`<li>The deposit is still held: <a href="#deposit">${presentMoney(cents, currency)}</a>. Return or keep it.</li>`;
