/** Each thing that a member must decide has a line, which leads to where it is decided (docs/rules.md, 21.20). */
import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import { dayAndDate, presentCount, presentMoney } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { presentListingName } from '../../../../web/views/place-name.ts';
import { renderLinesToDecide } from '../../../../web/views/to-decide.ts';
import { presentRefundReason } from '../../../../web/views/words.ts';
import type {
  ContradictingPlace,
  DeskProblems,
  HeldDeposit,
  NamedFeed,
  RefundDue,
  UnitOutsideWholeStay,
} from '../../services/problems.ts';
import { renderClash, renderDifference } from '../clash.ts';

type Lines = {
  position: number;
  lines: readonly Html[];
  /** Nothing has gone wrong: it only waits, and comes last. */
  isWaiting?: boolean;
};

type ProblemsView = {
  /** The path of the team's pages. */
  base: string;
  problems: DeskProblems;
  /** What options add. */
  ofOptions: readonly Lines[];
};

/** A card, or none. */
export function renderProblems({ base, problems, ofOptions }: ProblemsView): Html[] {
  const parts = [...renderOwnLines(base, problems), ...ofOptions].toSorted((a, b) => a.position - b.position);
  const [wrong, waiting] = [false, true].map((isAsked) =>
    parts
      .filter(({ isWaiting = false }) => isWaiting === isAsked)
      .flatMap(({ lines }) => lines.map((line) => html`<li>${line}</li>`)),
  );
  const lines = [...(wrong ?? []), ...(waiting ?? [])];
  if (lines.length === 0) return [];
  return [
    html`<section class="card flush decide" aria-labelledby="to-decide">
<h2 id="to-decide">To decide</h2>
${renderFirstLines(lines, wrong?.length)}
</section>`,
  ];
}

/** More than these hide the day below them. */
const MOST_OPEN = 5;

/** The first lines, and the others folded. The first `urgent` of all lines have gone wrong, and are marked. */
export function renderFirstLines(lines: readonly Html[], urgent = 0): Html {
  const rest = lines.slice(MOST_OPEN);
  return html`${renderMarkedLines(lines.slice(0, MOST_OPEN), urgent)}${rest.length === 0 ? '' : html`<details class="more"><summary>${rest.length} more</summary>${renderMarkedLines(rest, urgent - MOST_OPEN)}</details>`}`;
}

const renderMarkedLines = (lines: readonly Html[], urgent: number): Html =>
  html`${urgent <= 0 ? '' : html`<ul class="lines urgent">${lines.slice(0, urgent)}</ul>`}${urgent >= lines.length ? '' : html`<ul class="lines">${lines.slice(Math.max(0, urgent))}</ul>`}`;

function renderOwnLines(base: string, problems: DeskProblems): Lines[] {
  const { clashes } = problems;
  const feedsPage = `${base}/calendar-feeds`;
  // Conflicts that are named one by one need no line of their feed.
  const named = new Set(clashes.map(({ feedId }) => feedId));
  const feedProblems = problems.feedProblems
    .map((feed) => (named.has(feed.id) ? { ...feed, conflicts: 0 } : feed))
    .filter((feed) => isFailing(feed) || feed.conflicts > 0);
  const ofChannels = [
    ...renderLinesToDecide(clashes, (clash) => renderClash(base, clash), feedsPage),
    ...renderLinesToDecide(problems.differences, (stay) => renderDifference(base, stay), feedsPage),
    ...renderLinesToDecide(feedProblems, (feed) => renderFeedProblem(base, feed), feedsPage),
  ];
  const ofUnits = renderLinesToDecide(problems.unitsOutside, (unit) => renderUnitOutside(base, unit));
  const ofMoney = [
    ...renderLinesToDecide(problems.refunds, (refund) => renderRefund(base, refund)),
    ...renderLinesToDecide(problems.deposits, (deposit) => renderDeposit(base, deposit)),
  ];
  const ofPlaces = renderLinesToDecide(
    problems.contradictingPlaces,
    (place) => renderContradiction(base, place),
    `${base}/prices`,
  );
  return [
    { position: 20, lines: ofChannels },
    { position: 30, lines: ofUnits },
    { position: 30, lines: ofMoney, isWaiting: true },
    { position: 50, lines: ofPlaces, isWaiting: true },
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
  html`<a class="name" href="${base}/bookings/${refund.bookingId}#folio">${refund.guestName}</a>, ${refund.confirmationCode}, is to get <strong>${presentMoney(refund.refundCents, refund.currency)}</strong> back: ${presentRefundReason(refund.status)}. Pay it back, then record it.`;

const renderDeposit = (base: string, deposit: HeldDeposit): Html =>
  html`The deposit of <a class="name" href="${base}/bookings/${deposit.bookingId}#folio">${deposit.guestName}</a>, ${deposit.confirmationCode}, who left on ${dayAndDate(deposit.checkOut)}, is still held: <strong>${presentMoney(deposit.amountCents, deposit.currency)}</strong>. Return or keep it.`;

const renderContradiction = (base: string, place: ContradictingPlace): Html =>
  html`The rules of <a class="name" href="${base}/prices/${place.id}">${presentListingName(place)}</a> contradict each other, so that no stay can begin on some days.`;
