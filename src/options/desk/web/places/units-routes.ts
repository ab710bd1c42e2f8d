import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_UNITS_OF_LISTING } from '../../../../domain/limits.ts';
import { newUnitBody, unitChangeBody } from '../../../../schemas/listings/unit.ts';
import {
  changeUnit,
  createUnits,
  deleteUnit,
  findUnitRecord,
  listUnitsOfListing,
  type Unit,
} from '../../../../services/catalogue/units.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { LONG_FORM, needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { buildUrl, ROWS_PER_PAGE, readPageNumber } from '../../../../web/paging.ts';
import { forgetSeen, readForm, toRefusedForm } from '../../../../web/sent-form.ts';
import { presentCount } from '../../../../web/views/format.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import { findPlace, findUsesOfUnit, listUnitTypesOfPlace, type Place } from '../../services/places.ts';
import { takeOutPage } from './take-out-page.ts';
import { computeUnitVersion, UNIT } from './unit-form.ts';
import { expandUnitNames } from './unit-names.ts';
import { unitsPage } from './units-page.ts';

const newUnitsForm = z.array(newUnitBody).max(MAX_UNITS_OF_LISTING);
const TOO_MANY = `A place has at most ${MAX_UNITS_OF_LISTING} units.`;

const unitsPath = (request: FastifyRequest): string =>
  `${teamPath(request)}/places/${readId(request, 'listing')}/units`;

/** Refused forms, to show them again with the typed values. */
type Sent = { added?: Form; renamed?: { id: string; form: Form } };

export const placeUnitRoutes: FastifyPluginAsync = async (app) => {
  const placeIn = async (request: FastifyRequest): Promise<Place> =>
    requireForPage(await findPlace(request.scope, readId(request, 'listing')));

  /** A 404 if the unit does not belong to the place. */
  async function unitIn(request: FastifyRequest): Promise<Unit> {
    const unit = await findUnitRecord(request.scope, readId(request, 'unit'));
    return requireForPage(unit?.listingId === readId(request, 'listing') ? unit : null);
  }

  async function show(reply: FastifyReply, { added = emptyForm, renamed }: Sent = {}) {
    const { request } = reply;
    const place = await placeIn(request);
    const page = readPageNumber(request.query);
    const units = await listUnitsOfListing(
      request.scope,
      { listingId: place.id },
      { page, perPage: ROWS_PER_PAGE },
    );
    const kinds = place.kind === 'building' ? await listUnitTypesOfPlace(request.scope, place.id) : [];
    const body = unitsPage(reply, {
      base: teamPath(request),
      place,
      page,
      units,
      kinds,
      added,
      renamed: renamed ?? null,
    });
    const status = renamed || added !== emptyForm ? 422 : 200;
    return sendPage(reply, { title: place.publicTitle, status, tab: 'places', body });
  }

  app.get('/places/:listing/units', needs('listings:read'), (_request, reply) => show(reply));

  app.post('/places/:listing/units', { ...LONG_FORM, ...needs('listings:write') }, async (request, reply) => {
    const { id } = await placeIn(request);
    const form = readForm(request.body, { names: 'Names' }, () => 'names');
    const lines = form.text('names').split('\n');
    const names = expandUnitNames(lines.filter((line) => line.trim() !== ''));
    if (names.length === 0) form.errors.names = 'Type the name of a unit.';
    if (names.length > MAX_UNITS_OF_LISTING) form.errors.names = TOO_MANY;
    const units = form.check(
      newUnitsForm,
      names.map((name) => ({ name })),
    );
    if (!units) return show(reply, { added: form });
    try {
      const text = `Added: ${presentCount(units.length, 'unit')}.`;
      return await doOncePerForm<Unit[]>(
        reply,
        (options) => createUnits(request.scope, id, units, options),
        () => toNotice(unitsPath(request), text),
      );
    } catch (error) {
      return show(reply, { added: form.refused(error) });
    }
  });

  app.post('/places/:listing/units/:unit', needs('listings:write'), async (request, reply) => {
    const { id } = await unitIn(request);
    const form = UNIT.open(request.body);
    const seen = form.text('seen');
    const change = form.check(unitChangeBody, UNIT.read(form));
    if (!change) return show(reply, { renamed: { id, form } });
    try {
      const isCurrent = (stored: Unit) => computeUnitVersion(stored) === seen;
      await changeUnit(request.scope, id, change, { isCurrent });
    } catch (error) {
      return show(reply, { renamed: { id, form: forgetSeen(form.refused(error)) } });
    }
    const path = buildUrl(unitsPath(request), { page: readPageNumber(request.query) });
    return redirectWithNotice(reply, path, 'The name is saved.');
  });

  async function showTakingOut(reply: FastifyReply, form: Form = emptyForm) {
    const { request } = reply;
    const place = await placeIn(request);
    const unit = await unitIn(request);
    const uses = requireForPage(await findUsesOfUnit(request.scope, unit));
    const view = { base: teamPath(request), place, unit, uses, errors: renderFormErrors(form) };
    const status = form === emptyForm ? 200 : 422;
    return sendPage(reply, {
      title: `Take out ${unit.name}`,
      status,
      tab: 'places',
      body: takeOutPage(reply, view),
    });
  }

  app.get('/places/:listing/units/:unit/take-out', needs('listings:write'), (_request, reply) =>
    showTakingOut(reply),
  );

  app.post('/places/:listing/units/:unit/take-out', needs('listings:write'), async (request, reply) => {
    const { id, name } = await unitIn(request);
    await changeUnit(request.scope, id, unitChangeBody.parse({ active: false }));
    return redirectWithNotice(reply, unitsPath(request), `“${name}” is taken out. Its bookings stay.`);
  });

  app.post('/places/:listing/units/:unit/put-back', needs('listings:write'), async (request, reply) => {
    const { id, name } = await unitIn(request);
    try {
      await changeUnit(request.scope, id, unitChangeBody.parse({ active: true }));
    } catch (error) {
      return show(reply, { added: toRefusedForm(emptyForm, error) });
    }
    return redirectWithNotice(reply, unitsPath(request), `“${name}” can be booked again.`);
  });

  app.post('/places/:listing/units/:unit/delete', needs('listings:write'), async (request, reply) => {
    const { id, name } = await unitIn(request);
    try {
      await deleteUnit(request.scope, id);
    } catch (error) {
      return showTakingOut(reply, toRefusedForm(emptyForm, error));
    }
    return redirectWithNotice(reply, unitsPath(request), `“${name}” is deleted.`);
  });
};
