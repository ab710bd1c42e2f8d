/** Each thing that a member must decide has a line, which leads to where it is decided (docs/rules.md, 21.20). */
import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import { dayAndDate, presentCount, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { presentListingName } from '../../../../web/views/place-name.ts';
import { presentExactTime } from '../../../../web/views/when.ts';
import type { MailTrouble } from '../../../mail/services/trouble.ts';
import { MAIL_KIND_WORDS } from '../../../mail/web/words.ts';
import type {
  BlockedGuest,
  ContradictingPlace,
  DeskProblems,
  DisabledWebhook,
  FailedMail,
  HeldDeposit,
  NamedFeed,
  RefundDue,
  UnitOutsideWholeStay,
} from '../../services/problems.ts';
import { renderClash, renderDifference } from '../clash.ts';

type ProblemsView = {
  /** The path of the team's pages. */
  base: string;
  problems: DeskProblems;
  /** The team's. */
  zone: string;
};

export function renderProblems({ base, problems, zone }: ProblemsView): Html {
  const { mailTrouble, clashes } = problems;
  // Conflicts that are named one by one need no line of their feed.
  const named = new Set(clashes.map(({ feedId }) => feedId));
  const feedProblems = problems.feedProblems.map((feed) =>
    named.has(feed.id) ? { ...feed, conflicts: 0 } : feed,
  );
  const lines = [
    ...renderMailTrouble(base, mailTrouble, zone),
    ...list(clashes, (clash) => renderClash(base, clash), `${base}/calendar-feeds`),
    ...list(problems.differences, (stay) => renderDifference(base, stay), `${base}/calendar-feeds`),
    ...list(
      feedProblems.filter((feed) => isFailing(feed) || feed.conflicts > 0),
      (feed) => renderFeedProblem(base, feed),
      `${base}/calendar-feeds`,
    ),
    ...list(problems.unitsOutside, (unit) => renderUnitOutside(base, unit)),
    ...list(problems.refunds, (refund) => renderRefund(base, refund)),
    ...list(problems.deposits, (deposit) => renderDeposit(base, deposit)),
    ...list(problems.failedMails, (mail) => renderFailedMail(base, mail), `${base}/messages?status=failed`),
    ...list(
      problems.blockedGuests,
      (guest) => renderBlockedGuest(base, guest),
      `${base}/messages/suppressions`,
    ),
    ...list(problems.contradictingPlaces, (place) => renderContradiction(base, place), `${base}/prices`),
    ...list(problems.disabledWebhooks, (webhook) => renderWebhook(base, webhook), `${base}/webhooks`),
  ];
  return lines.length === 0
    ? EMPTY_HTML
    : html`<section class="card flush decide" aria-labelledby="to-decide">
<h2 id="to-decide">To decide</h2>
<ul class="lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>
</section>`;
}

/** A last line says how many more there are, with a link to their page if there is one. */
function list<Row extends { total: number }>(
  rows: readonly Row[],
  line: (row: Row) => Html,
  page?: string,
): Html[] {
  const more = (rows[0]?.total ?? 0) - rows.length;
  if (more <= 0) return rows.map(line);
  const words = `And ${more.toLocaleString('en-GB')} more like this`;
  return [...rows.map(line), page === undefined ? html`${words}` : html`<a href="${page}">${words}</a>`];
}

function renderMailTrouble(base: string, { stuck, members }: MailTrouble, zone: string): Html[] {
  const lines = members.map(
    ({ email }) =>
      html`Nothing is sent to the member <span class="name">${email}</span>, whose address is among the <a href="${base}/messages/suppressions">blocked ones</a>.`,
  );
  if (stuck === null) return lines;
  const since = html`<time datetime="${stuck.since.toISOString()}">${presentExactTime(stuck.since, zone)}</time>`;
  return [
    html`Messages have not left since ${since}: <a href="${base}/messages">${presentCount(stuck.messages, 'message')}</a>${stuck.error === null ? '' : html`. The last problem: <span class="name">${stuck.error}</span>`}`,
    ...lines,
  ];
}

function renderUnitOutside(base: string, unit: UnitOutsideWholeStay): Html {
  const { bookingId, guestName, checkIn, checkOut, unitName, listingTitle, buildingTitle } = unit;
  return html`<span class="name">${nameInBuilding(listingTitle, buildingTitle)} · ${unitName}</span> is not part of the whole building’s stay of <a class="name" href="${base}/bookings/${bookingId}">${guestName}</a>, ${dayAndDate(checkIn)} to ${dayAndDate(checkOut)}, because something else has its nights. Move or cancel one of the two.`;
}

const isFailing = ({ status }: NamedFeed) => status === 'failing' || status === 'suspicious';

function renderFeedProblem(base: string, feed: NamedFeed): Html {
  const { id, name, unitName, lastError, conflicts } = feed;
  const taken =
    conflicts === 0 ? [] : [`has ${presentCount(conflicts, 'event')} on nights that are taken here already.`];
  const failing = isFailing(feed) ? [`cannot be followed at the moment. ${lastError ?? ''}`] : [];
  return html`The calendar feed <a class="name" href="${base}/calendar-feeds/${id}">${name}</a> of <span class="name">${presentListingName(feed)}, ${unitName}</span> ${[...taken, ...failing].join(' It ')}`;
}

const renderRefund = (base: string, refund: RefundDue): Html =>
  html`<a class="name" href="${base}/bookings/${refund.bookingId}#folio">${refund.guestName}</a>, ${refund.confirmationCode}, is to get <strong>${presentMoney(refund.refundCents, refund.currency)}</strong> back: ${refund.status === 'cancelled' ? 'the booking is cancelled' : 'more was paid than the stay costs'}. Pay it back, then record it.`;

const renderDeposit = (base: string, deposit: HeldDeposit): Html =>
  html`The deposit of <a class="name" href="${base}/bookings/${deposit.bookingId}#folio">${deposit.guestName}</a>, ${deposit.confirmationCode}, who left on ${dayAndDate(deposit.checkOut)}, is still held: <strong>${presentMoney(deposit.amountCents, deposit.currency)}</strong>. Return or keep it.`;

const renderFailedMail = (base: string, mail: FailedMail): Html =>
  html`The message <a href="${base}/messages/${mail.id}">${MAIL_KIND_WORDS[mail.kind]}</a> to <span class="name">${mail.guestName}</span>, ${mail.confirmationCode}, could not be sent. Correct the address or send it again.`;

const renderBlockedGuest = (base: string, guest: BlockedGuest): Html =>
  html`<a class="name" href="${base}/bookings/${guest.bookingId}">${guest.guestName}</a>, who arrives on ${dayAndDate(guest.checkIn)}, gets no messages: <span class="name">${guest.email}</span> is among the <a href="${base}/messages/suppressions">blocked addresses</a>.`;

const renderContradiction = (base: string, place: ContradictingPlace): Html =>
  html`The rules of <a class="name" href="${base}/prices/${place.id}">${presentListingName(place)}</a> contradict each other, so that no stay can begin on some days.`;

const renderWebhook = (base: string, { id, url, disabledReason }: DisabledWebhook): Html =>
  html`The webhook <a class="name" href="${base}/webhooks/${id}">${url}</a> is disabled and gets no events${disabledReason === null ? '.' : `: ${disabledReason}`}`;
