import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { baseOf } from '../../plugins/paging.ts';
import { idParameter } from '../../schemas/fields.ts';
import { resource } from '../operation.ts';
import { read } from '../reading.ts';
import { write } from '../writing.ts';

const params = { unit: idParameter('The unit’s id.') };
const theUnit = resource({
  name: 'unit',
  params,
  find: ({ services, teamId, params: { unit } }) => services.catalogue.findUnit(teamId, unit),
});
const theCalendar = resource({
  name: 'calendar',
  params,
  find: ({ services, teamId, params: { unit } }) => services.unitCalendars.findSecret(teamId, unit),
});

const answer = z.object({
  data: z
    .object({ url: z.string().describe('Anyone with this address can read the calendar.') })
    .meta({ id: 'UnitCalendar' }),
});
/** The address at which a calendar is read. */
export const calendarUrl = (secret: string, request: FastifyRequest): string =>
  `${baseOf(request)}/calendars/${secret}.ics`;
const present = (secret: string, request: FastifyRequest) => ({
  data: { url: calendarUrl(secret, request) },
});

const OF_TEAM = { tag: 'Calendars', asks: 'team' } as const;

const createUnitCalendar = write({
  ...OF_TEAM,
  id: 'createUnitCalendar',
  summary: 'Publish a unit’s calendar',
  description:
    'Makes an address at which other systems read when the unit is taken, as iCalendar: from 30 days back to two years ' +
    'ahead, without anything about guests. What came from a calendar feed is left out; with `?include=imported` at its end ' +
    'the address has it too, for calendars that people read. A unit has one address: asked again, it is the same.',
  route: 'POST /v1/units/:unit/calendar',
  resource: theUnit,
  run: ({ services, params: { unit } }, call) => services.unitCalendars.publish(call, unit),
  success: 201,
  answers: answer,
  present,
});

const getUnitCalendar = read({
  ...OF_TEAM,
  id: 'getUnitCalendar',
  summary: 'Show the address of a unit’s calendar',
  route: 'GET /v1/units/:unit/calendar',
  resource: theCalendar,
  success: answer,
  answer: ({ found }, request) => present(found, request),
});

const deleteUnitCalendar = write({
  ...OF_TEAM,
  id: 'deleteUnitCalendar',
  summary: 'Withdraw a unit’s calendar',
  description: 'Nothing is at its address any more. Publishing it again makes another one.',
  route: 'DELETE /v1/units/:unit/calendar',
  resource: theCalendar,
  run: ({ services, params: { unit } }, call) => services.unitCalendars.withdraw(call, unit),
  success: 204,
});

export const unitCalendarOperations = [createUnitCalendar, getUnitCalendar, deleteUnitCalendar];
