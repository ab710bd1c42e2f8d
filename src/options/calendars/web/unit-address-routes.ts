import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parseUuid } from '../../../domain/formats.ts';
import { publicBaseUrl } from '../../../plugins/paging.ts';
import { findUnitLabel, listUnitChoices, type UnitLabel } from '../../../services/unit-labels.ts';
import { redirectWithNotice } from '../../../web/flash.ts';
import { needs, readId, teamPath } from '../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../web/once-per-form.ts';
import { requireForPage } from '../../../web/page-error.ts';
import { sendPage } from '../../../web/views/layout.ts';
import { buildUnitCalendarUrl } from '../schemas/unit-calendar.ts';
import {
  hasCalendar,
  publishCalendar,
  showCalendarSecret,
  withdrawCalendar,
} from '../services/unit-calendars/addresses.ts';
import { defineOut } from './form.ts';
import { outPage } from './page.ts';
import { addressPage, withdrawPage } from './unit-address-page.ts';

const PUBLISHED = 'The unit has an address now. Show it, and give it to the other system.';

const addressPath = (request: FastifyRequest, unitId: string): string =>
  `${teamPath(request)}/calendar/units/${unitId}/address`;

export const unitAddressRoutes: FastifyPluginAsync = async (app) => {
  const requireUnit = async (request: FastifyRequest, id: string): Promise<UnitLabel> =>
    requireForPage(await findUnitLabel(request.scope, id));
  const unitIn = (request: FastifyRequest) => requireUnit(request, readId(request, 'unit'));

  async function show(reply: FastifyReply, unit: UnitLabel, isShown = false) {
    const { request } = reply;
    const owner = { unitId: unit.id };
    const secret = isShown ? await showCalendarSecret(request.scope, owner) : null;
    const address = secret === null ? null : buildUnitCalendarUrl(publicBaseUrl(request), secret);
    const hasAddress = address !== null || (await hasCalendar(request.scope, owner));
    const view = { base: teamPath(request), unit, hasAddress, address };
    return sendPage(reply, {
      title: `Calendar of ${unit.name}`,
      tab: 'places',
      body: addressPage(reply, view),
    });
  }

  app.get('/calendar-feeds/out', needs('calendar:write'), async (request, reply) => {
    const base = teamPath(request);
    const choices = await listUnitChoices(request.scope);
    const { open, read } = defineOut(choices);
    const form = open(request.query);
    const { unit } = read(form);
    if (unit === '') return reply.redirect(`${base}/calendar-feeds`, 303);
    if (form.errors.unit !== undefined)
      return sendPage(reply, {
        title: 'Calendars for other systems',
        status: 422,
        tab: 'places',
        body: outPage(base, { form, choices }),
      });
    return show(reply, await requireUnit(request, requireForPage(parseUuid(String(unit)))));
  });

  app.get('/calendar/units/:unit/address', needs('calendar:write'), async (request, reply) =>
    show(reply, await unitIn(request)),
  );

  app.post('/calendar/units/:unit/address', needs('calendar:write'), async (request, reply) => {
    const { id } = await unitIn(request);
    return doOncePerForm<string>(
      reply,
      (options) => publishCalendar(request.scope, { unitId: id }, options),
      () => toNotice(addressPath(request, id), PUBLISHED),
    );
  });

  // Only after a POST, so that no link can make the secret appear on a member's screen.
  app.post('/calendar/units/:unit/address/show', needs('calendar:write'), async (request, reply) =>
    show(reply, await unitIn(request), true),
  );

  app.get('/calendar/units/:unit/address/withdraw', needs('calendar:write'), async (request, reply) => {
    const unit = await unitIn(request);
    return sendPage(reply, {
      title: 'Withdraw an address',
      tab: 'places',
      body: withdrawPage(reply, { base: teamPath(request), unit }),
    });
  });

  app.post('/calendar/units/:unit/address/withdraw', needs('calendar:write'), async (request, reply) => {
    const { id } = await unitIn(request);
    await withdrawCalendar(request.scope, { unitId: id });
    const text = 'The address is withdrawn. Nothing is there any more.';
    return redirectWithNotice(reply, addressPath(request, id), text);
  });
};
