import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { daysAdjustmentBody, presentDaysAdjustment } from '../../../../schemas/listings/adjusted-days.ts';
import { manyDaysChangeBody } from '../../../../schemas/listings/days.ts';
import {
  adjustDays,
  type DaysAdjusted,
  previewDaysAdjustment,
} from '../../../../services/catalogue/adjust-days.ts';
import { type ChangedDays, changeManyDays } from '../../../../services/catalogue/days.ts';
import { listPlaceNamesOfTeam } from '../../../../services/place-names.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import type { Form } from '../../../../web/form.ts';
import { LONG_FORM, needs, teamPath } from '../../../../web/member-visit.ts';
import {
  computeFormKey,
  doOncePerForm,
  isLedOnAgain,
  readKept,
  toNotice,
} from '../../../../web/once-per-form.ts';
import { buildUrl, readQuery } from '../../../../web/paging.ts';
import { presentCount, toAmountField } from '../../../../web/views/format.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { buildAdjustForm, toAdjustBody, toAdjustPath, toNewAdjustForm } from './adjust-form.ts';
import { adjustPage } from './adjust-page.ts';

const ROUND_TO_CENTS = 100;
const GONE = 'That change can no longer be undone here.';
const keptUndo = z.object({ updates: z.array(z.unknown()) });

const countDays = ({ summaries }: DaysAdjusted): number => summaries.reduce((sum, { days }) => sum + days, 0);

export const adjustRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, sent: Form | null, preview: DaysAdjusted | null = null) {
    const { request } = reply;
    const { currency } = request.teamVisit.team;
    const { done } = readQuery(request.query, ['done']);
    const undo =
      done !== undefined && keptUndo.safeParse(await readKept(request, done)).success ? done : null;
    const body = adjustPage(reply, {
      base: teamPath(request),
      currency,
      undo,
      form: sent ?? toNewAdjustForm(toAmountField(ROUND_TO_CENTS, currency)),
      places: await listPlaceNamesOfTeam(request.scope),
      preview: preview && { summaries: preview.summaries, mayBeUndone: preview.undo !== null },
    });
    const status = sent !== null && preview === null ? 422 : 200;
    return sendPage(reply, { title: 'Change many prices', status, tab: 'prices', body });
  }

  app.get('/prices/adjust', needs('prices:write'), (_request, reply) => show(reply, null));

  app.post(
    '/prices/adjust',
    { ...LONG_FORM, config: { permission: 'prices:write', dear: true } },
    async (request, reply) => {
      // First of all: the prices of a form that was sent twice must not change once more.
      if (await isLedOnAgain(reply)) return reply;
      const { currency } = request.teamVisit.team;
      const form = buildAdjustForm(currency).open(request.body, toAdjustPath);
      const input = form.check(daysAdjustmentBody, toAdjustBody(form, currency));
      if (!input) return show(reply, form);
      const path = `${teamPath(request)}/prices/adjust`;
      try {
        if (!form.isChecked('change'))
          return await show(reply, form, await previewDaysAdjustment(request.scope, input));
        return await doOncePerForm<DaysAdjusted>(
          reply,
          (options) => adjustDays(request.scope, input, options),
          (adjusted) => ({
            ...toNotice(
              buildUrl(path, { done: computeFormKey(request) }),
              `Changed: ${presentCount(countDays(adjusted), 'night')}. Bookings that exist keep their prices.`,
            ),
            kept: presentDaysAdjustment(adjusted).undo,
          }),
        );
      } catch (error) {
        return show(reply, form.refused(error));
      }
    },
  );

  app.post(
    '/prices/adjust/undo',
    { config: { permission: 'prices:write', dear: true } },
    async (request, reply) => {
      const path = `${teamPath(request)}/prices/adjust`;
      const { done = '' } = readQuery(request.body, ['done']);
      const undo = manyDaysChangeBody.safeParse(await readKept(request, done));
      if (!undo.success) return redirectWithNotice(reply, path, GONE);
      return doOncePerForm<ChangedDays>(
        reply,
        (options) => changeManyDays(request.scope, undo.data, options),
        ({ days }) => toNotice(path, `Set back: ${presentCount(days, 'night')}.`),
      );
    },
  );
};
