import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addDays, isoWeekday, isStayDate, type StayDate } from '../../domain/dates.ts';
import { MAX_REASON_LENGTH } from '../../domain/limits.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { dateField, textField } from '../../schemas/fields.ts';
import { createBlocks, deleteBlock } from '../../services/blocks.ts';
import { findBlock, findUnit } from '../../services/front-desk/calendar.ts';
import { listOccupancies, type TakenUnit } from '../../services/front-desk/occupancies.ts';
import type { Services } from '../../services/services.ts';
import { setFlash } from '../flash.ts';
import { addError, emptyForm, type Form, readForm } from '../form.ts';
import { toRefusedForm } from '../open-form.ts';
import { noSuchPage } from '../page-error.ts';
import { buildMemberCall, teamPath } from '../team-scope.ts';
import { presentCount, wholeDate } from '../views/format.ts';
import { sendPage } from '../views/layout.ts';
import { blockPage, newBlockPage, nightsPage } from './nights-page.ts';

const FIELDS = {
  check_in: dateField,
  check_out: dateField,
  reason: textField({ max: MAX_REASON_LENGTH, oneLine: false }),
  all: z.string(),
};
const LABELS = {
  check_in: 'The first night',
  check_out: 'The day on which it is free again',
  reason: 'The reason',
  all: 'The choice of units',
};

/** The service's field of each message, as this form calls it. */
const FIELD_NAMES: Record<string, string> = {
  start_date: 'check_in',
  end_date: 'check_out',
  reason: 'reason',
};

/** The most stays and blocks that the form lists if its nights are taken. */
const MAX_TAKEN = 20;

/** Nights of a unit: chosen for a booking or a block, and blocks shown and deleted. */
export const blockRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.register(newBlockRoutes, services);
  app.register(oldBlockRoutes, services);
};

/** Nights of a unit, chosen for a booking or a block. */
const newBlockRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  /** The unit that a path names. Another team's unit has no page here. */
  async function unitIn(request: FastifyRequest) {
    const id = parseUuid((request.params as { unit: string }).unit);
    const unit = id === null ? null : await findUnit(services.db, request.teamVisit.team.id, id);
    if (!unit) throw noSuchPage();
    return unit;
  }

  app.get('/calendar/units/:unit', async (request, reply) => {
    const unit = await unitIn(request);
    const from = readDateParam(request, 'from');
    const body = nightsPage({ base: teamPath(request), unit, from });
    return sendPage(reply, { title: `Nights of ${unit.name}`, tab: 'calendar', body });
  });

  async function showForm(reply: FastifyReply, form: Form, status: number, taken: readonly TakenUnit[] = []) {
    const { request } = reply;
    const unit = await unitIn(request);
    const body = newBlockPage(reply, { base: teamPath(request), unit, form, taken });
    return sendPage(reply, {
      title: `Block ${unit.name}`,
      status,
      tab: 'calendar',
      body,
    });
  }

  app.get('/calendar/units/:unit/block', (request, reply) => {
    const values = {
      check_in: readDateParam(request, 'check_in'),
      check_out: readDateParam(request, 'check_out'),
    };
    return showForm(reply, { ...emptyForm, values }, 200);
  });

  app.post('/calendar/units/:unit/block', async (request, reply) => {
    const unit = await unitIn(request);
    const read = readForm(request.body, FIELDS, LABELS);
    if (!read.ok) return showForm(reply, read.form, 422);
    const { check_in: startDate, check_out: endDate, reason, all } = read.values;
    if (endDate <= startDate) {
      const form = addError(read.form, 'check_out', `${LABELS.check_out} must be after the first night.`);
      return showForm(reply, form, 422);
    }
    try {
      const made = await createBlocks(services, buildMemberCall(request), {
        listingId: unit.listingId,
        unitId: all === 'on' ? null : unit.id,
        span: { startDate, endDate },
        reason: reason === '' ? null : reason,
      });
      const what = all === 'on' ? presentCount(made.length, 'unit') : unit.name;
      const text = `Blocked ${what} of ${unit.listingTitle} from ${wholeDate(startDate)} to ${wholeDate(endDate)}.`;
      return leaveTo(request, reply, startDate, text);
    } catch (error) {
      const form = toRefusedForm(read.form, error, { nameOf: toFieldName });
      const firstPage = { page: 1, perPage: MAX_TAKEN };
      const span = { startDate, endDate, listingId: unit.listingId, unitId: all === 'on' ? null : unit.id };
      const { rows } = await listOccupancies(services, request.teamVisit.team.id, span, firstPage);
      return showForm(reply, form, 422, rows);
    }
  });
};

/** One block, shown and deleted. */
const oldBlockRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  async function blockIn(request: FastifyRequest) {
    const id = parseUuid((request.params as { block: string }).block);
    const block = id === null ? null : await findBlock(services.db, request.teamVisit.team.id, id);
    if (!block) throw noSuchPage();
    return block;
  }

  async function showBlock(reply: FastifyReply, form: Form, status: number) {
    const { request } = reply;
    const block = await blockIn(request);
    const body = blockPage(reply, {
      base: teamPath(request),
      block,
      form,
      back: findMonday(block.startDate),
    });
    return sendPage(reply, {
      title: `Block of ${block.name}`,
      status,
      tab: 'calendar',
      body,
    });
  }

  app.get('/calendar/blocks/:block', (_request, reply) => showBlock(reply, emptyForm, 200));

  app.post('/calendar/blocks/:block/delete', async (request, reply) => {
    const block = await blockIn(request);
    try {
      await deleteBlock(services, buildMemberCall(request), block.blockId);
    } catch (error) {
      return showBlock(reply, toRefusedForm(emptyForm, error, { nameOf: toFieldName }), 422);
    }
    const text = `The block of ${block.name} is deleted. Its nights can be booked again.`;
    return leaveTo(request, reply, block.startDate, text);
  });
};

/** Leads to the calendar of that week. */
function leaveTo(request: FastifyRequest, reply: FastifyReply, from: StayDate, text: string): FastifyReply {
  setFlash(reply, { what: 'notice', text });
  return reply.redirect(`${teamPath(request)}/calendar?from=${findMonday(from)}`, 303);
}

/** The week's first day, with which a calendar begins. */
const findMonday = (date: StayDate): StayDate => addDays(date, 1 - isoWeekday(date));

/** A date of the query, or an empty text. */
function readDateParam(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && isStayDate(value) ? value : '';
}

/** The field of this form for one of the service. The messages of others concern the form as a whole. */
const toFieldName = (path: string): string => FIELD_NAMES[path] ?? 'form';
