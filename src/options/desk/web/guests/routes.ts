import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendJsonParts } from '../../../../plugins/long-answer.ts';
import { publicBaseUrl } from '../../../../plugins/paging.ts';
import { textField } from '../../../../schemas/fields/fields.ts';
import { guestChangeBody, newGuestBody, presentGuest } from '../../../../schemas/guest.ts';
import { writeGuestExportParts } from '../../../../schemas/guest-export.ts';
import { searchBookings } from '../../../../services/bookings/read.ts';
import { exportGuest } from '../../../../services/guests/export.ts';
import {
  changeGuest,
  createGuest,
  eraseGuest,
  findGuest,
  type Guest,
  listGuests,
} from '../../../../services/guests/guests.ts';
import type { Services } from '../../../../services/services.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { LONG_FORM, needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { readPlaceNames } from '../../../../web/place-names.ts';
import { forgetSeen, readForm, toRefusedForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { GUEST } from './form.ts';
import { erasePage, guestPage, guestsPage } from './page.ts';

const SEARCH_LABELS = { search: 'The search' };
const search = z.object({ search: textField({ min: 2, max: 100 }).optional() });

const guestPath = (request: FastifyRequest, id = readId(request, 'guest')): string =>
  `${teamPath(request)}/guests/${id}`;

export const guestRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  async function showList(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const { timezone: zone } = request.teamVisit.team;
    const query = readQuery(request.query, ['search']);
    const searchForm = readForm({}, SEARCH_LABELS);
    const filter = searchForm.check(search, query);
    const page = readPageNumber(request.query);
    const guests = await listGuests(request.scope, filter ?? {}, { page, perPage: ROWS_PER_PAGE });
    const { errors } = searchForm;
    const { languages } = request.scope.terms;
    const base = teamPath(request);
    const body = guestsPage(reply, { base, zone, query, page, guests, errors, languages, form });
    return sendPage(reply, { title: 'Guests', status: filter ? status : 422, tab: 'guests', body });
  }

  const guestIn = async (request: FastifyRequest): Promise<Guest> =>
    requireForPage(await findGuest(request.scope, readId(request, 'guest')));

  async function show(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const { timezone: zone } = request.teamVisit.team;
    const guest = await guestIn(request);
    const page = readPageNumber(request.query);
    const pageRequest = { page, perPage: ROWS_PER_PAGE };
    const bookings = await searchBookings(request.scope, { guestId: guest.id }, pageRequest);
    const presentPlace = await readPlaceNames(
      request.scope,
      bookings.rows.map(({ listing }) => listing),
    );
    const presented = presentGuest(guest);
    const values = {
      ...GUEST.toValues(presented),
      seen: GUEST.computeVersion(presented),
      ...form.values,
    };
    const shownForm = { values, errors: form.errors };
    const { languages } = request.scope.terms;
    const base = teamPath(request);
    const view = { base, zone, guest, bookings, presentPlace, page, languages, form: shownForm };
    const body = guestPage(reply, view);
    return sendPage(reply, { title: guest.name, status, tab: 'guests', body });
  }

  async function showErase(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const guest = await guestIn(request);
    const body = erasePage(reply, { base: teamPath(request), guest, form });
    return sendPage(reply, { title: `Erase ${guest.name}`, status, tab: 'guests', body });
  }

  app.get('/guests', needs('guests:read'), (_request, reply) => showList(reply));

  app.post('/guests', { ...LONG_FORM, ...needs('guests:write') }, async (request, reply) => {
    const form = GUEST.open(request.body);
    const input = form.check(newGuestBody, GUEST.read(form));
    if (!input) return showList(reply, form, 422);
    try {
      return await doOncePerForm<Guest>(
        reply,
        (options) => createGuest(request.scope, input, options),
        ({ id }) => toNotice(guestPath(request, id), 'The guest is added.'),
      );
    } catch (error) {
      return showList(reply, form.refused(error), 422);
    }
  });

  app.get('/guests/:guest', needs('guests:read'), (_request, reply) => show(reply));

  app.post('/guests/:guest', { ...LONG_FORM, ...needs('guests:write') }, async (request, reply) => {
    const form = GUEST.open(request.body);
    const seen = form.text('seen');
    const input = form.check(guestChangeBody, GUEST.read(form));
    if (!input) return show(reply, form, 422);
    const isCurrent = (stored: Guest) => GUEST.computeVersion(presentGuest(stored)) === seen;
    try {
      await changeGuest(request.scope, readId(request, 'guest'), input, { isCurrent });
      return redirectWithNotice(reply, guestPath(request), 'The guest’s details are saved.');
    } catch (error) {
      return show(reply, forgetSeen(form.refused(error)), 422);
    }
  });

  app.get(
    '/guests/:guest/export',
    { config: { permission: 'guests:read', dear: true } },
    async (request, reply) => {
      const id = readId(request, 'guest');
      const found = requireForPage(await exportGuest(request.scope, id));
      const messages = (await services.messages?.listOfGuest(request.scope, id)) ?? [];
      reply.header('content-disposition', `attachment; filename="guest-${id}.json"`);
      const parts = writeGuestExportParts(found, messages, publicBaseUrl(request));
      await sendJsonParts(reply, parts);
    },
  );

  app.get('/guests/:guest/erase', needs('guests:write'), (_request, reply) => showErase(reply));

  app.post('/guests/:guest/erase', needs('guests:write'), async (request, reply) => {
    try {
      await eraseGuest(request.scope, readId(request, 'guest'));
      return redirectWithNotice(reply, guestPath(request), 'The guest is erased.');
    } catch (error) {
      return showErase(reply, toRefusedForm(emptyForm, error), 422);
    }
  });
};
