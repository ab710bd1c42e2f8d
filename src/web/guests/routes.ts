import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendParts } from '../../plugins/long-answer.ts';
import { textField } from '../../schemas/fields.ts';
import { guestChangeBody, newGuestBody } from '../../schemas/guest.ts';
import { guestExportText } from '../../schemas/guest-export.ts';
import { searchBookings } from '../../services/bookings/read.ts';
import {
  changeGuest,
  createGuest,
  eraseGuest,
  exportGuest,
  findGuest,
  type Guest,
  listGuests,
} from '../../services/guests/guests.ts';
import type { Services } from '../../services/services.ts';
import { setFlash, takeNotice } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { computeFormVersion, forgetSeen, openForm, toRefusedForm } from '../open-form.ts';
import { noSuchPage } from '../page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../paging.ts';
import { buildMemberCall, LONG_TEXTS, readId, teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { erasePage, guestPage, guestsPage } from './page.ts';

const LABELS = {
  search: 'The search',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  notes: 'Your team’s notes',
};
const search = z.object({ search: textField({ min: 2, max: 100 }).optional() });

const listDetails = ({ name, email, phone, notes }: Guest) => [name, email, phone, notes];

/** The fields of a guest in a form. */
const readGuestForm = (sent: unknown) => {
  const form = openForm(sent, LABELS);
  const body = {
    name: form.text('name'),
    email: form.optional('email'),
    phone: form.optional('phone'),
    notes: form.optional('notes'),
  };
  return { form, body };
};

/** The pages of a team's guests. */
function guestPages(services: Services) {
  async function showList(reply: FastifyReply, form: Form, status: number, notice: string | null = null) {
    const { request } = reply;
    const query = readQuery(request.query, ['search']);
    const read = openForm({}, LABELS).check(search, query);
    const page = readPageNumber(request.query);
    const pageRequest = { page, perPage: ROWS_PER_PAGE };
    const found = await listGuests(
      services.db,
      request.teamVisit.team.id,
      read.ok ? read.value : {},
      pageRequest,
    );
    const errors = read.ok ? {} : read.form.errors;
    const body = guestsPage(reply, {
      base: teamPath(request),
      zone: request.teamVisit.team.timezone,
      query,
      page,
      guests: found,
      errors,
      form,
      notice,
    });
    return sendPage(reply, {
      title: 'Guests',
      status: read.ok ? status : 422,
      tab: 'guests',
      body,
    });
  }

  async function guestIn(request: FastifyRequest): Promise<Guest> {
    const guest = await findGuest(services.db, request.teamVisit.team.id, readId(request, 'guest'));
    if (!guest) throw noSuchPage();
    return guest;
  }

  async function show(reply: FastifyReply, form: Form, status: number, notice: string | null = null) {
    const { request } = reply;
    const guest = await guestIn(request);
    const page = readPageNumber(request.query);
    const pageRequest = { page, perPage: ROWS_PER_PAGE };
    const found = await searchBookings(
      services.db,
      request.teamVisit.team.id,
      { guestId: guest.id },
      pageRequest,
    );
    const { name, email, phone, notes } = guest;
    const values = {
      ...{ name, email: email ?? '', phone: phone ?? '', notes: notes ?? '' },
      seen: computeFormVersion(listDetails(guest)),
      ...form.values,
    };
    const view = { guest, bookings: found, page, form: { values, errors: form.errors }, notice };
    const body = guestPage(reply, {
      base: teamPath(request),
      zone: request.teamVisit.team.timezone,
      ...view,
    });
    return sendPage(reply, { title: guest.name, status, tab: 'guests', body });
  }

  async function showErase(reply: FastifyReply, form: Form, status: number) {
    const { request } = reply;
    const guest = await guestIn(request);
    const body = erasePage(reply, { base: teamPath(request), guest, form });
    return sendPage(reply, {
      title: `Erase ${guest.name}`,
      status,
      tab: 'guests',
      body,
    });
  }

  return { showList, show, showErase };
}

function goTo(request: FastifyRequest, reply: FastifyReply, id: string, text: string): FastifyReply {
  setFlash(reply, { what: 'notice', text });
  return reply.redirect(`${teamPath(request)}/guests/${id}`, 303);
}

/** A team's guests: found, added and changed. */
const guestListRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { showList, show } = guestPages(services);
  app.get('/guests', (request, reply) => showList(reply, emptyForm, 200, takeNotice(request, reply)));

  app.post('/guests', LONG_TEXTS, async (request, reply) => {
    const { form, body } = readGuestForm(request.body);
    const read = form.check(newGuestBody, body);
    if (!read.ok) return showList(reply, read.form, 422);
    try {
      const { id } = await createGuest(services, buildMemberCall(request), read.value);
      return goTo(request, reply, id, 'The guest is added.');
    } catch (error) {
      return showList(reply, form.refused(error), 422);
    }
  });

  app.get('/guests/:guest', (request, reply) => show(reply, emptyForm, 200, takeNotice(request, reply)));

  app.post('/guests/:guest', LONG_TEXTS, async (request, reply) => {
    const { form, body } = readGuestForm(request.body);
    const seen = form.text('seen');
    const read = form.check(guestChangeBody, body);
    if (!read.ok) return show(reply, read.form, 422);
    const isCurrent = (stored: Guest) => computeFormVersion(listDetails(stored)) === seen;
    const call = { ...buildMemberCall(request), isCurrent };
    const id = readId(request, 'guest');
    try {
      await changeGuest(services, call, id, read.value);
      return goTo(request, reply, id, 'The guest’s details are saved.');
    } catch (error) {
      return show(reply, forgetSeen(form.refused(error)), 422);
    }
  });
};

/** A guest's rights: everything exported, everything erased. */
const guestDataRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { showErase } = guestPages(services);
  app.get('/guests/:guest/export', async (request, reply) => {
    const id = readId(request, 'guest');
    const found = await exportGuest(services.db, request.teamVisit.team.id, id);
    if (!found) throw noSuchPage();
    reply.header('content-disposition', `attachment; filename="guest-${id}.json"`);
    await sendParts(reply, guestExportText(found));
  });

  app.get('/guests/:guest/erase', (_request, reply) => showErase(reply, emptyForm, 200));

  app.post('/guests/:guest/erase', async (request, reply) => {
    const id = readId(request, 'guest');
    try {
      await eraseGuest(services, buildMemberCall(request), id);
      return goTo(request, reply, id, 'The guest is erased.');
    } catch (error) {
      return showErase(reply, toRefusedForm(emptyForm, error), 422);
    }
  });
};

export const guestRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.register(guestListRoutes, services);
  app.register(guestDataRoutes, services);
};
