import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parseUuid } from '../../domain/uuid.ts';
import { publicBaseUrl } from '../../plugins/paging.ts';
import { buildCalendarUrl } from '../../schemas/listings/unit.ts';
import { findUnit, type UnitLabel } from '../../services/front-desk/calendar.ts';
import type { Services } from '../../services/services.ts';
import { findSecret, publishCalendar, withdrawCalendar } from '../../services/unit-calendars/addresses.ts';
import { setFlash, takeNotice } from '../flash.ts';
import { noSuchPage } from '../page-error.ts';
import { readQuery } from '../paging.ts';
import { buildMemberCall, readId, teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { addressPage, withdrawPage } from './address-page.ts';

/** The addresses of units' own calendars: made, shown, withdrawn. */
export const unitAddressRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  async function requireUnit(request: FastifyRequest, id: string): Promise<UnitLabel> {
    const unit = await findUnit(services.db, request.teamVisit.team.id, id);
    if (!unit) throw noSuchPage();
    return unit;
  }
  const unitIn = (request: FastifyRequest) => requireUnit(request, readId(request, 'unit'));

  async function show(
    reply: FastifyReply,
    unit: UnitLabel,
    { isShown = false, notice = null }: { isShown?: boolean; notice?: string | null } = {},
  ) {
    const { request } = reply;
    const secret = await findSecret(services, request.teamVisit.team.id, unit.id);
    const address = secret !== null && isShown ? buildCalendarUrl(publicBaseUrl(request), secret) : null;
    const view = { base: teamPath(request), unit, hasAddress: secret !== null, address, notice };
    return sendPage(reply, {
      title: `Calendar of ${unit.name}`,
      tab: 'calendar-feeds',
      body: addressPage(reply, view),
    });
  }

  const goTo = (request: FastifyRequest, reply: FastifyReply, id: string, text: string) => {
    setFlash(reply, { what: 'notice', text });
    return reply.redirect(`${teamPath(request)}/calendar/units/${id}/address`, 303);
  };

  /** For the form that chooses a unit. */
  app.get('/calendar-feeds/out', async (request, reply) => {
    const { unit } = readQuery(request.query, ['unit']);
    if (unit === undefined) return reply.redirect(`${teamPath(request)}/calendar-feeds`, 303);
    const id = parseUuid(unit);
    if (id === null) throw noSuchPage();
    return show(reply, await requireUnit(request, id));
  });

  app.get('/calendar/units/:unit/address', async (request, reply) =>
    show(reply, await unitIn(request), { notice: takeNotice(request, reply) }),
  );

  app.post('/calendar/units/:unit/address', async (request, reply) => {
    const { id } = await unitIn(request);
    await publishCalendar(services, buildMemberCall(request), id);
    return goTo(request, reply, id, 'The unit has an address now. Show it, and give it to the other system.');
  });

  // By POST, so that a link from somebody else cannot show an address on a screen that others may see.
  app.post('/calendar/units/:unit/address/show', async (request, reply) =>
    show(reply, await unitIn(request), { isShown: true }),
  );

  app.get('/calendar/units/:unit/address/withdraw', async (request, reply) => {
    const unit = await unitIn(request);
    return sendPage(reply, {
      title: 'Withdraw an address',
      tab: 'calendar-feeds',
      body: withdrawPage(reply, { base: teamPath(request), unit }),
    });
  });

  app.post('/calendar/units/:unit/address/withdraw', async (request, reply) => {
    const { id } = await unitIn(request);
    await withdrawCalendar(services, buildMemberCall(request), id);
    return goTo(request, reply, id, 'The address is withdrawn. Nothing is there any more.');
  });
};
