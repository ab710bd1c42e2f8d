import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isStayDate, type StayDate, todayInZone } from '../../../../domain/dates/dates.ts';
import { MAX_REASON_LENGTH } from '../../../../domain/limits.ts';
import { dateField } from '../../../../schemas/fields/dates.ts';
import { optionalLongText } from '../../../../schemas/fields/fields.ts';
import { listOccupancies, type TakenUnit } from '../../../../services/availability/occupancies.ts';
import { type Block, createBlocks, deleteBlock } from '../../../../services/blocks.ts';
import type { Services } from '../../../../services/services.ts';
import { findUnitLabel } from '../../../../services/unit-labels.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { readQuery } from '../../../../web/paging.ts';
import { readForm, toRefusedForm } from '../../../../web/sent-form.ts';
import { presentCount, wholeDate } from '../../../../web/views/format.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { presentListingName } from '../../../../web/views/place-name.ts';
import { findBlockWithUnitLabel, mayReadNames } from '../../services/calendar.ts';
import { BLOCK } from './forms.ts';
import { findMonday } from './lines.ts';
import { blockPage, newBlockPage, nightsPage } from './nights-page.ts';

const newBlock = z
  .object({ start_date: dateField, end_date: dateField, reason: optionalLongText(MAX_REASON_LENGTH) })
  .refine(({ start_date, end_date }) => end_date > start_date, {
    path: ['end_date'],
    error: 'must be after the first night.',
  });
/** An error without a field is shown for the form as a whole. */
const toFieldName = (path: string): string =>
  Object.hasOwn(BLOCK.fields, path) ? BLOCK.nameOf(path) : 'form';

const weekPath = (request: FastifyRequest, day: StayDate): string =>
  `${teamPath(request)}/calendar?from=${findMonday(day)}`;

/** Of bookings and blocks. */
const MAX_TAKEN = 20;

export const nightsRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const unitIn = async (request: FastifyRequest) =>
    requireForPage(await findUnitLabel(request.scope, readId(request, 'unit')));
  const blockIn = async (request: FastifyRequest) =>
    requireForPage(await findBlockWithUnitLabel(request.scope, readId(request, 'block')));

  async function showForm(reply: FastifyReply, form: Form, status = 200, taken: readonly TakenUnit[] = []) {
    const { request } = reply;
    const unit = await unitIn(request);
    const body = newBlockPage(reply, { base: teamPath(request), unit, form, taken });
    return sendPage(reply, { title: `Block ${unit.name}`, status, tab: 'calendar', body });
  }

  async function showBlock(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const block = await blockIn(request);
    const back = findMonday(block.startDate);
    const body = blockPage(reply, {
      base: teamPath(request),
      block,
      form,
      back,
      now: request.scope.clock(),
    });
    return sendPage(reply, { title: `Block of ${block.name}`, status, tab: 'calendar', body });
  }

  app.get(
    '/calendar/units/:unit',
    needs({ any: ['bookings:write', 'calendar:write'] }),
    async (request, reply) => {
      const unit = await unitIn(request);
      const { from } = readDates(request.query);
      const today = todayInZone(unit.timezone, services.clock());
      const body = nightsPage({ base: teamPath(request), unit, from, today });
      return sendPage(reply, { title: `Nights of ${unit.name}`, tab: 'calendar', body });
    },
  );

  app.get('/calendar/units/:unit/block', needs('calendar:write'), (request, reply) => {
    const { check_in, check_out } = readDates(request.query);
    return showForm(reply, { ...emptyForm, values: { check_in, check_out } });
  });

  app.post('/calendar/units/:unit/block', needs('calendar:write'), async (request, reply) => {
    const unit = await unitIn(request);
    const form = readForm(request.body, BLOCK.labels, toFieldName);
    const isAll = form.isChecked('all');
    const input = form.check(newBlock, BLOCK.read(form));
    if (!input) return showForm(reply, form, 422);
    const { start_date: startDate, end_date: endDate, reason = null } = input;
    const { listingId, listingTitle } = unit;
    const unitId = isAll ? null : unit.id;
    const span = { startDate, endDate };
    try {
      const blocks = { listingId, unitId, span, reason };
      return await doOncePerForm<Block[]>(
        reply,
        (options) => createBlocks(request.scope, blocks, options),
        (made) => {
          const what = isAll ? presentCount(made.length, 'unit') : unit.name;
          const where = what === listingTitle ? '' : ` of ${presentListingName(unit)}`;
          const nights = `from ${wholeDate(startDate)} to ${wholeDate(endDate)}`;
          return toNotice(weekPath(request, startDate), `Blocked ${what}${where} ${nights}.`);
        },
      );
    } catch (error) {
      const refused = form.refused(error);
      const taken = { ...span, listingId, unitId };
      const firstPage = { page: 1, perPage: MAX_TAKEN };
      const { rows } = await listOccupancies(request.scope, taken, firstPage);
      return showForm(reply, refused, 422, mayReadNames(request.scope.access) ? rows : []);
    }
  });

  app.get('/calendar/blocks/:block', needs('calendar:read'), (_request, reply) => showBlock(reply));

  app.post('/calendar/blocks/:block/delete', needs('calendar:write'), async (request, reply) => {
    const { blockId, name, startDate } = await blockIn(request);
    try {
      await deleteBlock(request.scope, blockId);
    } catch (error) {
      return showBlock(reply, toRefusedForm(emptyForm, error, { nameOf: toFieldName }), 422);
    }
    const text = `The block of ${name} is deleted. Its nights can be booked again.`;
    return redirectWithNotice(reply, weekPath(request, startDate), text);
  });
};

/** An invalid date counts as empty. */
function readDates(query: unknown): { from: string; check_in: string; check_out: string } {
  const { from = '', check_in = '', check_out = '' } = readQuery(query, ['from', 'check_in', 'check_out']);
  const keep = (text: string) => (isStayDate(text) ? text : '');
  return { from: keep(from), check_in: keep(check_in), check_out: keep(check_out) };
}
