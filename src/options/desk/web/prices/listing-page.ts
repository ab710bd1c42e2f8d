import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH, MAX_STAY_NIGHTS } from '../../../../domain/limits.ts';
import type { ExceededSpan } from '../../../../domain/pricing/bounds.ts';
import type { ListingRates, SeasonRecord } from '../../../../services/catalogue/rates.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl } from '../../../../web/paging.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { dateWithYear, presentCount, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice } from '../../../../web/views/parts.ts';
import type { Place } from '../../services/places.ts';
import { renderPlaceHead } from '../places/head.ts';
import { buildRatesForm, buildSeasonForm } from './forms.ts';
import { computeGuestsVersion, renderGuestsCard } from './guests-card.ts';
import { type Month, renderMonthCard } from './month.ts';
import { renderUndoCard, type UndoView } from './undo.ts';

type PricesView = {
  base: string;
  place: Place;
  rates: ListingRates;
  month: Month;
  /** Days ahead on which no stay can begin by rules alone, and the last night of the booking window. */
  impossible: readonly ExceededSpan[];
  lastNight: string | null;
  /** A hash of rates, rules and seasons, to notice changes by others. */
  ratesSeen: string;
  seasonsSeen: string;
  /** The place's own rates and stay rules. */
  own: Form;
  /** How many guests, children and pets may stay. */
  guests: Form;
  infantAge: number;
  /** `chosen` is the first day of the season to change, or '' for a new one. */
  season: Form;
  chosen: string;
  undo: UndoView | null;
};

export function listingPricesPage(reply: FastifyReply, view: PricesView): Html {
  const { base, place, rates, month, own, guests, infantAge, season, undo } = view;
  const { listing } = rates;
  const errors = { ...month.form.errors, ...season.errors, ...own.errors, ...guests.errors };
  const values = { ...month.form.values, ...season.values, ...own.values, ...guests.values };
  return html`
${renderPlaceHead(reply, { base, place, tab: 'prices' })}
${renderPassedNotice(reply)}
${undo === null ? '' : renderUndoCard(reply, month.path, undo)}
${listing.kind === 'building' ? html`<p class="help">${listing.wholeBuildingBookable ? 'These are the prices of the whole building. Each kind of room has its own.' : 'Nobody can book the whole building, so these prices count for nothing. Each kind of room has its own.'}</p>` : ''}
${renderImpossibleDays(view)}
${renderFormErrors({ errors, values })}
<div class="columns even">
${renderMonthCard(reply, month)}
<div>
${renderSeasonsCard(reply, view)}
${renderRatesCard(reply, view)}
${renderGuestsCard(reply, { path: month.path, form: guests, seen: guests.values.seen ?? computeGuestsVersion(listing), infantAge, kind: listing.kind })}
</div>
</div>`;
}

const MAX_SHOWN_SPANS = 8;

/** The shortest stay is longer than what another rule allows. */
function renderImpossibleDays({ impossible, lastNight }: PricesView): Html {
  if (impossible.length === 0) return EMPTY_HTML;
  const shown = impossible.slice(0, MAX_SHOWN_SPANS).map((span) => {
    const { from, to, minStay } = span;
    const days = from === to ? dateWithYear(from) : `${dateWithYear(from)} – ${dateWithYear(to)}`;
    return html`<li>${days}: at least ${presentCount(minStay, 'night')}, but ${presentBound(span, lastNight)}</li>`;
  });
  const more = impossible.length - shown.length;
  return html`<section class="notice" aria-label="No arrivals"><p>On these days no stay can begin, because fewer nights are possible than they need:</p><ul>${shown}</ul>${more > 0 ? html`<p>And in ${more} more periods.</p>` : ''}</section>`;
}

function presentBound({ bound, maxStay }: ExceededSpan, lastNight: string | null): string {
  switch (bound) {
    case 'max_stay':
      return `at most ${presentCount(maxStay ?? 0, 'night')}`;
    case 'longest_stay':
      return `no stay is longer than ${presentCount(MAX_STAY_NIGHTS, 'night')}`;
    case 'booking_window':
      return `the last night that can be booked is ${dateWithYear(lastNight ?? '')}`;
  }
}

function renderSeasonsCard(
  reply: FastifyReply,
  { month, rates: { seasons }, season, seasonsSeen: seen, chosen }: PricesView,
): Html {
  const { path, currency, first, today } = month;
  const table = buildSeasonForm(currency);
  const renderSeason = (one: SeasonRecord): Html => {
    const prices = [one.nightlyCents, one.weekendNightlyCents].flatMap((cents) =>
      cents === null ? [] : presentMoney(cents, currency, { isShort: true }),
    );
    const text = [prices.join(' / '), one.minStay === null ? '' : `min. ${one.minStay}`]
      .filter(Boolean)
      .join(', ');
    const link = buildUrl(path, { month: first.slice(0, 7), season: one.startDate });
    return html`<li><span><strong class="name">${one.name}</strong><br><span class="faint"><time datetime="${one.startDate}">${dateWithYear(one.startDate)}</time> – <time datetime="${one.endDate}">${dateWithYear(one.endDate)}</time></span></span><span>${text}</span><a href="${link}#season" aria-label="Change ${one.name}">Change</a></li>`;
  };
  const ended = seasons.filter(({ endDate }) => endDate < today);
  const rows = seasons.filter(({ endDate }) => endDate >= today).map(renderSeason);
  const isEndedChosen = ended.some(({ startDate }) => startDate === chosen);
  return html`<section class="card" id="season" aria-labelledby="season-heading"><h2 id="season-heading">Seasons</h2>
${rows.length === 0 ? html`<p class="faint">${ended.length === 0 ? 'No seasons yet. A season gives a period its own price and minimum stay.' : 'All seasons have ended.'}</p>` : html`<ul class="parts">${rows}</ul>`}
${ended.length === 0 ? '' : html`<details class="more past"${isEndedChosen ? html` open` : ''}><summary>Seasons that have ended <span class="count">${ended.length}</span></summary><ul class="parts">${ended.map(renderSeason)}</ul></details>`}
${seasons.length === 0 ? '' : html`<p><a href="${path}/copy-seasons">Copy to other places or to next year</a></p>`}
<h3>${chosen === '' ? 'New season' : html`Change the season from ${dateWithYear(chosen)}`}</h3>
<form method="post" action="${path}/seasons">${renderFormToken(reply)}${renderHidden({ seen, chosen })}
${field(season, table, 'season.name', { maxLength: MAX_NAME_LENGTH })}
<div class="fields">${field(season, table, 'season.start_date')}
${field(season, table, 'season.end_date')}
${field(season, table, 'season.nightly')}
${field(season, table, 'season.weekend_nightly')}
${field(season, table, 'season.min_stay')}
${field(season, table, 'season.max_stay')}</div>
<div class="actions"><button${chosen === '' ? html` class="quiet"` : ''} type="submit">${chosen === '' ? 'Add season' : 'Save season'}</button>
${chosen === '' ? '' : html`<button class="quiet danger" type="submit" name="remove" value="on" formnovalidate>Remove season</button> <a href="${path}#season">New season instead</a>`}</div>
</form></section>`;
}

function renderRatesCard(
  reply: FastifyReply,
  { month: { path, currency }, own, ratesSeen: seen }: PricesView,
): Html {
  const table = buildRatesForm(currency);
  return html`<section class="card" id="rates" aria-labelledby="rates-heading"><h2 id="rates-heading">Rates and rules</h2>
<form method="post" action="${path}">${renderFormToken(reply)}${renderHidden({ seen })}
<div class="fields">${field(own, table, 'rates.nightly')}
${field(own, table, 'rates.weekend_nightly')}</div>
${field(own, table, 'rates.weekend_days')}
<div class="fields">${field(own, table, 'rates.included_guests', { help: 'Empty: all.' })}
${field(own, table, 'rates.extra_guest_nightly', { label: 'Each further guest a night' })}
${field(own, table, 'rates.extra_child_nightly', { label: 'Each further child a night', help: 'Empty: like an adult.' })}
${field(own, table, 'rules.min_stay')}
${field(own, table, 'rules.max_stay')}
${field(own, table, 'rules.advance_notice_days')}
${field(own, table, 'rules.booking_window_days', { label: 'Days ahead, at most' })}
${field(own, table, 'rules.preparation_days')}
${field(own, table, 'security_deposit')}</div>
<button class="quiet" type="submit">Save rates and rules</button>
</form></section>`;
}
