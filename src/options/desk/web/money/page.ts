/** What a team sold and received in each month, and which payments are still expected. */
import { addDays } from '../../../../domain/dates/dates.ts';
import {
  isEmptyMonth,
  listMonths,
  type Month,
  type MonthFigures,
  shiftMonth,
  sumMonths,
  toEndOfMonth,
  toFirstDay,
} from '../../../../domain/dates/months.ts';
import { MAX_MONTHS_OF_REPORT } from '../../../../domain/limits.ts';
import type { PlaceName } from '../../../../services/place-names.ts';
import type { Form } from '../../../../web/form.ts';
import { buildUrl, type Query } from '../../../../web/paging.ts';
import { type Choice, renderSelect } from '../../../../web/views/fields.ts';
import { dayAndDate, monthAndYear, presentCount, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderEmpty, renderStatusBadge, renderTable } from '../../../../web/views/parts.ts';
import { presentListingName, presentPlaceName } from '../../../../web/views/place-name.ts';
import { DUE_WITHIN_DAYS, type DueList, type OpenPayments } from '../../services/open-payments.ts';
import { renderMonthBars } from './bars.ts';

type MoneyView = {
  base: string;
  form: Form;
  /** For the address of the CSV file. */
  query: Query;
  places: readonly PlaceName[];
  /** Null for a visitor who may not read reports. */
  months: readonly MonthFigures[] | null;
  /** Null for a visitor who may not read money. */
  payments: OpenPayments | null;
  present: Month;
};

/** What the page offers. Any other month may stand in its address. */
const MONTHS_BACK = 36;
const MONTHS_AHEAD = 24;

export const moneyPage = (view: MoneyView): Html => html`
<div class="head"><h1>Money</h1><a class="button quiet" href="${buildUrl(`${view.base}/money.csv`, view.query)}">Months as CSV</a></div>
${view.payments ? renderPayments(view.base, view.payments) : ''}
${view.months ? renderMonthsPart(view, view.months) : ''}`;

const renderPayments = (base: string, payments: OpenPayments): Html => html`<div class="day-lists">
${renderDues(base, 'Late', payments.late, 'No payment is late.')}
${renderDues(base, `Due within ${DUE_WITHIN_DAYS} days`, payments.coming, 'Nothing is due soon.')}
</div>
${payments.isCut ? html`<p class="aside">Only what is due first is listed.</p>` : ''}`;

function renderMonthsPart(
  { base, form, query, places, present }: MoneyView,
  months: readonly MonthFigures[],
): Html {
  const choices: Choice[] = [
    { value: '', name: 'All places' },
    ...places.map((place) => ({ value: place.id, name: presentPlaceName(place) })),
  ];
  return html`<form class="filters" method="get" action="${base}/money" aria-label="Months">
${renderMonthChoice(form, 'from', 'From', present)}
${renderMonthChoice(form, 'to', 'To', present)}
${renderSelect(form, { name: 'listing_id', label: 'Place', choices, isOptional: 'unmarked' })}
<div class="actions"><button class="quiet" type="submit">Show</button> <a class="button quiet" href="${buildUrl(`${base}/money`, { ...query, ...aroundOf(present) })}">Twelve months</a></div>
</form>
<section class="card flush dense" aria-label="Months">
${renderMonthBars(months, present)}
${renderMonths(base, months, places.length > 0)}
</section>
<p class="aside">Stays that are confirmed or completed. Each is shared over its nights, so a stay over the end of a month counts in both. Nights <em>by channels</em> are of stays that their calendars tell of and that are no bookings. <em>Taxes in it</em> are those that the total contains. <em>Came in</em> and <em>Paid back</em> are by the day of the payment, of all bookings, and <em>Kept fees</em> are the fees of bookings by the day on which they were cancelled. At most ${MAX_MONTHS_OF_REPORT} months.</p>`;
}

const aroundOf = (present: Month) => ({ from: shiftMonth(present, -5), to: shiftMonth(present, 6) });

/** A list, because some browsers have no field for a month. */
function renderMonthChoice(form: Form, name: string, label: string, present: Month): Html {
  const offered = listMonths(shiftMonth(present, -MONTHS_BACK), shiftMonth(present, MONTHS_AHEAD));
  const typed = form.values[name] ?? '';
  const months = offered.includes(typed) ? offered : [typed, ...offered];
  const choices = months.map((month) => ({ value: month, name: presentMonthChoice(month) }));
  return renderSelect(form, { name, label, choices, isOptional: 'unmarked' });
}

/** Whatever else stands in the address is shown as it is. */
const presentMonthChoice = (month: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? monthAndYear(toFirstDay(month)) : month;

const MONEY_HEADS = [
  'Nights',
  'Discounts',
  'Fees',
  'Taxes',
  'Total',
  'Taxes in it',
  'A night',
  'Came in',
  'Paid back',
  'Kept fees',
];
const TABLE_HEADS = { heads: ['Month', 'Sold', ...MONEY_HEADS], numbers: ['Sold', ...MONEY_HEADS] };

/** Months in which there was nothing are folded. */
function renderMonths(base: string, months: readonly MonthFigures[], hasPlaces: boolean): Html {
  const sums = sumMonths(months);
  const several = sums.length > 1;
  const rowOf = (month: MonthFigures) => {
    const name = `${monthAndYear(toFirstDay(month.month))}${several ? ` · ${month.currency}` : ''}`;
    return [html`<a href="${toBookings(base, month)}">${name}</a>`, ...renderFigures(month)];
  };
  const [full, empty] = [months.filter((month) => !isEmptyMonth(month)), months.filter(isEmptyMonth)];
  const sumRows = sums.map((sum) => [
    html`<strong>Sum${several ? ` · ${sum.currency}` : ''}</strong>`,
    ...renderFigures(sum),
  ]);
  const table = renderTable(
    { label: 'Months', ...TABLE_HEADS },
    full.length === 0 ? [] : [...full.map(rowOf), ...sumRows],
    renderEmpty(
      'money',
      'No figures',
      hasPlaces ? 'Choose other months.' : 'There are figures once there is a place.',
      hasPlaces ? EMPTY_HTML : html`<a class="button" href="${base}/places/new">Add a place</a>`,
    ),
  );
  return empty.length === 0
    ? table
    : html`${table}
<details class="more"><summary>Months without anything <span class="count">${empty.length}</span></summary>
${renderTable({ label: 'Months without anything', ...TABLE_HEADS }, empty.map(rowOf), EMPTY_HTML)}</details>`;
}

function renderFigures(figures: Omit<MonthFigures, 'month'>): Html[] {
  const money = (cents: number | null) =>
    html`${cents === null ? '' : presentMoney(cents, figures.currency)}`;
  const { nightsSold, nightsByChannels, nightsAvailable, occupancyPercent } = figures;
  return [
    html`${nightsSold}${nightsByChannels === 0 ? '' : html` + ${nightsByChannels} <span class="faint">by channels</span>`} of ${nightsAvailable}${occupancyPercent === null ? '' : html` <span class="faint">${occupancyPercent} %</span>`}`,
    money(figures.accommodationTotalCents),
    money(figures.discountTotalCents),
    money(figures.feesTotalCents),
    money(figures.taxesTotalCents),
    html`<strong>${money(figures.grandTotalCents)}</strong>`,
    money(figures.taxesIncludedTotalCents),
    money(figures.averageNightlyCents),
    money(figures.paidTotalCents),
    money(figures.refundedTotalCents),
    money(figures.cancellationFeesTotalCents),
  ];
}

/** To those that arrive in the month. */
const toBookings = (base: string, { month }: MonthFigures): string =>
  buildUrl(`${base}/bookings`, { from: toFirstDay(month), to: addDays(toEndOfMonth(month), -1) });

function renderDues(base: string, title: string, { bookings, sums, lines }: DueList, none: string): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return html`<section class="card flush" aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="count">${bookings}</span> ${renderSums(sums)}</h2>
${bookings === 0 ? html`<p class="none">${none}</p>` : html`<ul class="lines">${lines.map((due) => renderDue(base, due))}</ul>`}
</section>`;
}

const renderSums = (sums: DueList['sums']): Html =>
  sums.length === 0
    ? EMPTY_HTML
    : html`<span class="beside">${sums.map(({ amountCents, currency }) => presentMoney(amountCents, currency)).join(', ')}</span>`;

const renderDue = (base: string, due: DueList['lines'][number]): Html => html`<li>
<div class="line-top"><a class="name" href="${base}/bookings/${due.bookingId}#folio">${due.guestName}</a>${due.bookingStatus === 'confirmed' ? '' : html` ${renderStatusBadge(due.bookingStatus)}`} <div class="line-mark"><strong>${presentMoney(due.amountCents, due.currency)}</strong></div></div>
<p class="line-more">${due.status === 'failed' ? html`<span class="badge bad">Failed</span> · ` : ''}${due.payments === 1 ? dayAndDate(due.dueOn) : `${presentCount(due.payments, 'payment')} from ${dayAndDate(due.dueOn)}`} · ${due.confirmationCode} · <span class="name">${presentListingName(due)}</span></p>
</li>`;
