/** To other places, and to the same dates of next year. */
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { MAX_LISTINGS_OF_CHARGE, MAX_SEASONS_OF_LISTING } from '../../../../domain/limits.ts';
import { type CopiedSeasons, copySeasons } from '../../../../services/catalogue/copy-seasons.ts';
import { findRates, type ListingRates } from '../../../../services/catalogue/rates.ts';
import { listPlaceNamesOfTeam, type PlaceName } from '../../../../services/place-names.ts';
import type { Form } from '../../../../web/form.ts';
import { defineForm, type FieldKind, field, tick, ticks } from '../../../../web/form-table.ts';
import { LONG_FORM, needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { computeFormKey, doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { buildUrl } from '../../../../web/paging.ts';
import { dateWithYear } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken, sendPage } from '../../../../web/views/layout.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import { presentPlaceName } from '../../../../web/views/place-name.ts';
import type { KeptUndo } from './undo.ts';

const seasons: FieldKind = {
  ...ticks('Seasons'),
  read(form, name) {
    const ticked = form.list(name);
    if (ticked.length === 0) form.errors[name] = 'Tick the seasons to copy.';
    return ticked;
  },
};
/** None is enough if the seasons are copied to next year. */
const targets: FieldKind = {
  ...ticks('Places'),
  read(form, name) {
    const ticked = form.list(name);
    if (ticked.length === 0 && !form.isChecked('next_year'))
      form.errors[name] = 'Tick the places that get them, or next year.';
    return ticked;
  },
};
const COPIES = defineForm({ seasons, next_year: tick('Next year'), listings: targets });
const copiesForm = z.object({
  seasons: z.array(z.string()).min(1).max(MAX_SEASONS_OF_LISTING),
  next_year: z.boolean(),
  listings: z.array(z.uuid()).max(MAX_LISTINGS_OF_CHARGE),
});

export const copySeasonsRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, sent: Form | null = null) {
    const { request } = reply;
    const rates = requireForPage(await findRates(request.scope, readId(request, 'listing')));
    const path = `${teamPath(request)}/prices/${rates.listing.id}`;
    const all = rates.seasons.map(({ startDate }) => startDate).join(',');
    const places = await listPlaceNamesOfTeam(request.scope);
    const form = sent ?? { values: { seasons: all }, errors: {} };
    const body = copySeasonsPage(reply, { path, rates, places, form });
    return sendPage(reply, { title: 'Copy seasons', status: sent ? 422 : 200, tab: 'prices', body });
  }

  app.get('/prices/:listing/copy-seasons', needs('prices:write'), (_request, reply) => show(reply));

  app.post(
    '/prices/:listing/copy-seasons',
    { ...LONG_FORM, ...needs('prices:write') },
    async (request, reply) => {
      const listingId = readId(request, 'listing');
      const form = COPIES.open(request.body);
      const copies = form.check(copiesForm, COPIES.read(form));
      if (!copies) return show(reply, form);
      const { seasons: startDates, listings: targetIds, next_year: isForNextYear } = copies;
      const input = { listingId, startDates, targetIds, isForNextYear };
      return doOncePerForm<CopiedSeasons>(
        reply,
        (options) => copySeasons(request.scope, input, options),
        (result) => ({
          ...toNotice(
            buildUrl(`${teamPath(request)}/prices/${listingId}`, { done: computeFormKey(request) }),
            presentResult(result),
          ),
          kept:
            result.copies.length === 0
              ? null
              : ({ what: 'copies', listingId, copies: result.copies } satisfies KeptUndo),
        }),
      );
    },
  );
};

/** The notice is passed on in a cookie of limited size. */
const MOST_NAMES = 8;
const NAME_LENGTH = 60;

function presentNames(titles: readonly string[]): string {
  const named = titles.slice(0, MOST_NAMES).map((title) => title.slice(0, NAME_LENGTH));
  const rest = titles.length - named.length;
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const presentResult = ({ copied, leftOut }: CopiedSeasons): string =>
  [
    copied.length === 0 ? 'Nothing was copied.' : `The seasons are copied: ${presentNames(copied)}.`,
    ...(leftOut.length === 0
      ? []
      : [
          `Left out, because a copy would overlap a season or has another currency: ${presentNames(leftOut)}.`,
        ]),
  ].join(' ');

type View = { path: string; rates: ListingRates; places: readonly PlaceName[]; form: Form };

function copySeasonsPage(reply: FastifyReply, { path, rates, places, form }: View): Html {
  const choices = rates.seasons.map(({ startDate, endDate, name }) => ({
    value: startDate,
    name: `${name}, ${dateWithYear(startDate)} – ${dateWithYear(endDate)}`,
  }));
  const others = places.filter(({ id }) => id !== rates.listing.id);
  return html`
<p class="back"><a class="name" href="${path}">${rates.listing.publicTitle}</a></p>
<h1>Copy seasons</h1>
${renderFormErrors(form)}
<form method="post" action="${path}/copy-seasons" class="card">${renderFormToken(reply)}
<p class="help">A place where a copy would overlap a season is left out, and you are told which.</p>
${field(form, COPIES, 'seasons', { choices })}
${field(form, COPIES, 'next_year', { label: 'Also to the same dates of next year, here too' })}
<div class="long-list">${field(form, COPIES, 'listings', { label: 'To these places', choices: others.map((place) => ({ value: place.id, name: presentPlaceName(place) })) })}</div>
<button type="submit">Copy</button>
</form>`;
}
