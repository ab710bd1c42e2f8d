/** Sets back what was last changed on a place's page of prices: days, a removed season, or copied seasons. */

import { isDeepStrictEqual } from 'node:util';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addDays } from '../../domain/dates.ts';
import { MAX_RANGES_OF_LISTING } from '../../domain/limits.ts';
import { ratesChangeBody } from '../../schemas/listings/bodies.ts';
import { daysChangeBody, presentDayOverride } from '../../schemas/listings/days.ts';
import { presentRates } from '../../schemas/listings/rates.ts';
import { removeSeasonCopies } from '../../services/catalogue/copy-seasons.ts';
import { changeDays, type DayOverride } from '../../services/catalogue/days.ts';
import { changeRates, findRates, type ListingRates } from '../../services/catalogue/rates.ts';
import { Refusal } from '../../services/errors.ts';
import { redirectWithNotice } from '../flash.ts';
import { readId, teamPath } from '../member-visit.ts';
import { doOncePerForm, readKept, toNotice } from '../once-per-form.ts';
import { requireForPage } from '../page-error.ts';
import { readQuery } from '../paging.ts';
import { computeFormVersion } from '../sent-form.ts';
import { renderButtonForm } from '../views/button-form.ts';
import { presentCount } from '../views/format.ts';
import { type Html, html } from '../views/html.ts';

const keptUndo = z.discriminatedUnion('what', [
  z.object({ what: z.literal('days'), ranges: z.array(z.unknown()) }),
  z.object({ what: z.literal('season'), season: z.unknown() }),
  z.object({
    what: z.literal('copies'),
    copies: z.array(
      z.object({ listingId: z.string(), name: z.string(), startDate: z.string(), endDate: z.string() }),
    ),
  }),
]);
export type KeptUndo = z.infer<typeof keptUndo>;

const GONE = 'That change can no longer be undone here.';
const IN_THE_WAY = 'It cannot be set back: what was changed meanwhile is in the way.';

/** What a form of prices has kept under its key, or null. */
export async function findUndo(request: FastifyRequest, key: string | undefined): Promise<KeptUndo | null> {
  if (key === undefined) return null;
  return keptUndo.safeParse(await readKept(request, key)).data ?? null;
}

const WHAT = {
  days: 'Within a day these days can have their prices and rules of before again.',
  season: 'Within a day the season can be put back.',
  copies: 'Within a day the copies can be removed again. One that was changed meanwhile stays.',
} satisfies Record<KeptUndo['what'], string>;

/** The button that sets back what was just changed. */
export const renderUndoCard = (reply: FastifyReply, path: string, { what, done }: UndoView): Html =>
  html`<section class="card" aria-labelledby="undo-heading"><h2 id="undo-heading">Undo</h2>
<p>${WHAT[what]}</p>
${renderButtonForm(reply, { action: `${path}/undo`, text: 'Undo this change', look: 'quiet', values: { done } })}</section>`;

/** The kind of change, and the key under which its form has kept what was before. */
export type UndoView = { what: KeptUndo['what']; done: string };

/**
 * Former days as the ranges of a request: days in a row with the same values are one range. Null if one
 * request cannot hold them.
 */
export function buildDaysUndo(former: readonly DayOverride[]): KeptUndo | null {
  const ranges: { from: string; to: string; values: object }[] = [];
  for (const day of former) {
    const { date, ...values } = presentDayOverride(day);
    const last = ranges.at(-1);
    if (last && addDays(last.to, 1) === date && isDeepStrictEqual(last.values, values)) last.to = date;
    else ranges.push({ from: date, to: date, values });
  }
  return ranges.length > MAX_RANGES_OF_LISTING
    ? null
    : {
        what: 'days',
        ranges: ranges.map(({ from, to, values }) => ({ start_date: from, end_date: to, ...values })),
      };
}

export const undoRoutes: FastifyPluginAsync = async (app) => {
  app.post('/prices/:listing/undo', { config: { heavy: true } }, async (request, reply) => {
    const listingId = readId(request, 'listing');
    const stored = requireForPage(await findRates(request.scope, listingId));
    const path = `${teamPath(request)}/prices/${listingId}`;
    const { done } = readQuery(request.body, ['done']);
    const kept = await findUndo(request, done);
    if (kept === null) return redirectWithNotice(reply, path, GONE);
    try {
      return await undo(reply, { path, stored, kept });
    } catch (error) {
      if (error instanceof Refusal) return redirectWithNotice(reply, path, IN_THE_WAY);
      throw error;
    }
  });
};

type Undo = { path: string; stored: ListingRates; kept: KeptUndo };

function undo(reply: FastifyReply, { path, stored, kept }: Undo): Promise<FastifyReply> {
  const { scope } = reply.request;
  const { id } = stored.listing;
  switch (kept.what) {
    case 'days': {
      const { ranges } = daysChangeBody.parse({ ranges: kept.ranges });
      return doOncePerForm<DayOverride[]>(
        reply,
        (options) => changeDays(scope, { listingId: id, ranges }, options),
        (days) => toNotice(path, `Set back: ${presentCount(days.length, 'day')}.`),
      );
    }
    case 'season': {
      const seasons = [...presentRates(stored).seasons, kept.season];
      const change = ratesChangeBody.parse({ seasons });
      const seen = computeFormVersion(presentRates(stored));
      const isCurrent = (rates: ListingRates) => computeFormVersion(presentRates(rates)) === seen;
      return doOncePerForm<ListingRates>(
        reply,
        (options) => changeRates(scope, id, change, { ...options, isCurrent }),
        () => toNotice(path, 'The season is there again.'),
      );
    }
    case 'copies':
      return doOncePerForm<number>(
        reply,
        (options) => removeSeasonCopies(scope, kept.copies, options),
        (count) => toNotice(path, `Removed again: ${presentCount(count, 'season')}.`),
      );
  }
}
