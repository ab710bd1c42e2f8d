/** For changed days, a removed season, and copied seasons. */

import { isDeepStrictEqual } from 'node:util';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addDays } from '../../../../domain/dates/dates.ts';
import { MAX_RANGES_OF_LISTING } from '../../../../domain/limits.ts';
import { ratesChangeBody } from '../../../../schemas/listings/bodies.ts';
import { daysChangeBody, presentDayOverride } from '../../../../schemas/listings/days.ts';
import { presentRates } from '../../../../schemas/listings/rates.ts';
import {
  type RemovedCopies,
  removeSeasonCopies,
  type Season,
} from '../../../../services/catalogue/copy-seasons.ts';
import {
  type DayOverride,
  type FormerDays,
  type RestoredDays,
  restoreDays,
} from '../../../../services/catalogue/days.ts';
import { changeRates, findRates, type ListingRates } from '../../../../services/catalogue/rates.ts';
import { Refusal, VersionChanged } from '../../../../services/errors.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { readId, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, isLedOnAgain, readKept, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { readQuery } from '../../../../web/paging.ts';
import { computeFormVersion } from '../../../../web/sent-form.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { presentCount } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';

const copiedSeason = z.object({
  startDate: z.string(),
  endDate: z.string(),
  name: z.string(),
  nightlyCents: z.number().nullable(),
  weekendNightlyCents: z.number().nullable(),
  minStay: z.number().nullable(),
  maxStay: z.number().nullable(),
  // Null for what was kept before seasons had translations.
  translations: z.custom<Season['translations']>().default(null),
});
/** `listingId` is the place on whose page something was changed. */
const keptUndo = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('days'),
    listingId: z.string(),
    former: z.array(z.unknown()),
    after: z.array(z.unknown()),
  }),
  z.object({ what: z.literal('season'), listingId: z.string(), season: z.unknown() }),
  z.object({
    what: z.literal('copies'),
    listingId: z.string(),
    copies: z.array(z.object({ listingIds: z.array(z.string()), seasons: z.array(copiedSeason) })),
  }),
]);
export type KeptUndo = z.infer<typeof keptUndo>;

const GONE = 'That change can no longer be undone here.';
const IN_THE_WAY = 'It cannot be set back: what was changed meanwhile is in the way.';

export async function findUndo(
  request: FastifyRequest,
  listingId: string,
  key: string | undefined,
): Promise<KeptUndo | null> {
  if (key === undefined) return null;
  const kept = keptUndo.safeParse(await readKept(request, key)).data;
  return kept?.listingId === listingId ? kept : null;
}

const WHAT = {
  days: 'Within a day these days can have their prices and rules of before again. One that was changed meanwhile stays.',
  season: 'Within a day the season can be put back.',
  copies: 'Within a day the copies can be removed again. One that was changed meanwhile stays.',
} satisfies Record<KeptUndo['what'], string>;

export const renderUndoCard = (reply: FastifyReply, path: string, { what, done }: UndoView): Html =>
  html`<section class="card" aria-labelledby="undo-heading"><h2 id="undo-heading">Undo</h2>
<p>${WHAT[what]}</p>
${renderButtonForm(reply, { action: `${path}/undo`, text: 'Undo this change', look: 'quiet', values: { done } })}</section>`;

/** `done` is the key under which the form has kept what was before. */
export type UndoView = { what: KeptUndo['what']; done: string };

/** Null if the days are too many ranges for one request. */
export function buildDaysUndo(listingId: string, changed: FormerDays): KeptUndo | null {
  const [former, after] = [toRanges(changed.former), toRanges(changed.after)];
  return Math.max(former.length, after.length) > MAX_RANGES_OF_LISTING
    ? null
    : { what: 'days', listingId, former, after };
}

/** Days in a row with the same values are one range. */
function toRanges(days: readonly DayOverride[]): object[] {
  const ranges: { from: string; to: string; values: object }[] = [];
  for (const day of days) {
    const { date, ...values } = presentDayOverride(day);
    const last = ranges.at(-1);
    if (last && addDays(last.to, 1) === date && isDeepStrictEqual(last.values, values)) last.to = date;
    else ranges.push({ from: date, to: date, values });
  }
  return ranges.map(({ from, to, values }) => ({ start_date: from, end_date: to, ...values }));
}

export const undoRoutes: FastifyPluginAsync = async (app) => {
  app.post(
    '/prices/:listing/undo',
    { config: { permission: 'prices:write', dear: true } },
    async (request, reply) => {
      const listingId = readId(request, 'listing');
      const stored = requireForPage(await findRates(request.scope, listingId));
      const path = `${teamPath(request)}/prices/${listingId}`;
      const { done } = readQuery(request.body, ['done']);
      const kept = await findUndo(request, stored.listing.id, done);
      if (kept === null) return redirectWithNotice(reply, path, GONE);
      // First of all: a season of a form that was sent twice would be in its own way.
      if (await isLedOnAgain(reply)) return reply;
      try {
        return await undo(reply, { path, stored, kept });
      } catch (error) {
        if (error instanceof Refusal) return redirectWithNotice(reply, path, IN_THE_WAY);
        throw error;
      }
    },
  );
};

type Undo = { path: string; stored: ListingRates; kept: KeptUndo };

function undo(reply: FastifyReply, { path, stored, kept }: Undo): Promise<FastifyReply> {
  const { scope } = reply.request;
  const { id } = stored.listing;
  switch (kept.what) {
    case 'days': {
      const { ranges: former } = readChange(daysChangeBody, { ranges: kept.former });
      const { ranges: after } = readChange(daysChangeBody, { ranges: kept.after });
      return doOncePerForm<RestoredDays>(
        reply,
        (options) => restoreDays(scope, { listingId: id, former, after }, options),
        ({ restored, changedMeanwhile }) =>
          toNotice(
            path,
            `Set back: ${presentCount(restored, 'day')}.${presentChanged(changedMeanwhile, 'day')}`,
          ),
      );
    }
    case 'season': {
      const seasons = [...presentRates(stored).seasons, kept.season];
      const change = readChange(ratesChangeBody, { seasons });
      const seen = computeFormVersion(presentRates(stored));
      const isCurrent = (rates: ListingRates) => computeFormVersion(presentRates(rates)) === seen;
      return doOncePerForm<ListingRates>(
        reply,
        (options) => changeRates(scope, id, change, { ...options, isCurrent }),
        () => toNotice(path, 'The season is there again.'),
      );
    }
    case 'copies':
      return doOncePerForm<RemovedCopies>(
        reply,
        (options) => removeSeasonCopies(scope, kept.copies, options),
        ({ removed, changedMeanwhile }) =>
          toNotice(
            path,
            `Removed again: ${presentCount(removed, 'season')}.${presentChanged(changedMeanwhile, 'season')}`,
          ),
      );
  }
}

/** It may no longer be a possible change. */
function readChange<Schema extends z.ZodType>(schema: Schema, kept: object): z.output<Schema> {
  const read = schema.safeParse(kept);
  if (!read.success) throw new VersionChanged();
  return read.data;
}

/** What was changed after the change that was undone. */
function presentChanged(count: number, noun: string): string {
  if (count === 0) return '';
  const isOne = count === 1;
  return ` ${presentCount(count, noun)} ${isOne ? 'was' : 'were'} changed meanwhile and ${isOne ? 'stays' : 'stay'}.`;
}
