import { z } from 'zod';
import { idParameter } from '../../schemas/fields.ts';
import { presentUnit, unitSchema } from '../../schemas/unit.ts';
import type { Unit } from '../../services/catalogue/units.ts';
import { unitSchema as unitEntry } from '../../services/team-data/listing.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';
import { write } from '../writing.ts';

const knownListing = resource({
  name: 'listing',
  params: { listing: idParameter('The listing’s id.') },
  find: ({ services, teamId, params }) => services.listings.hasListing(teamId, params.listing),
});
const theUnit = resource({
  name: 'unit',
  params: { unit: idParameter('The unit’s id.') },
  find: ({ services, teamId, params }) => services.catalogue.findUnit(teamId, params.unit),
});

const unitAnswer = z.object({ data: unitSchema });
const present = (unit: Unit) => ({ data: presentUnit(unit) });
const fields = unitEntry.omit({ id: true });

const listUnits = list({
  id: 'listUnits',
  tag: 'Listings',
  summary: 'List a listing’s units',
  description: 'By name. A building has no units itself: its unit types have them.',
  asks: 'team',
  route: 'GET /v1/listings/:listing/units',
  resource: knownListing,
  item: unitSchema,
  find: ({ services, teamId, params }, page) => services.catalogue.listUnits(teamId, params.listing, page),
  present: presentUnit,
});

const createUnit = write({
  id: 'createUnit',
  tag: 'Listings',
  summary: 'Add a unit to a listing',
  asks: 'team',
  route: 'POST /v1/listings/:listing/units',
  resource: knownListing,
  body: fields.meta({ id: 'NewUnit' }),
  run: ({ services, params, body }, call) => services.catalogue.addUnit(call, params.listing, body),
  success: 201,
  answers: unitAnswer,
  present,
});

const getUnit = read({
  id: 'getUnit',
  tag: 'Listings',
  summary: 'Read a unit',
  asks: 'team',
  route: 'GET /v1/units/:unit',
  resource: theUnit,
  success: unitAnswer,
  isTagged: true,
  answer: ({ found }) => present(found),
});

const changeUnit = write({
  id: 'changeUnit',
  tag: 'Listings',
  summary: 'Change a unit',
  description: 'An inactive unit cannot be booked. Its bookings stay.',
  asks: 'team',
  route: 'PUT /v1/units/:unit',
  resource: theUnit,
  body: fields.partial({ name: true }).meta({ id: 'UnitChange' }),
  ifMatch: { schema: unitAnswer, present },
  run: ({ services, params, body }, call) => services.catalogue.changeUnit(call, params.unit, body),
  success: 200,
  answers: unitAnswer,
  present,
});

const deleteUnit = write({
  id: 'deleteUnit',
  tag: 'Listings',
  summary: 'Delete a unit',
  description:
    'Deletes a unit that never had a booking or a block. Any other is a 422 under `unit`: make it inactive instead.',
  asks: 'team',
  route: 'DELETE /v1/units/:unit',
  resource: theUnit,
  ifMatch: { schema: unitAnswer, present },
  run: ({ services, params }, call) => services.catalogue.deleteUnit(call, params.unit),
  success: 204,
});

export const unitOperations = [listUnits, createUnit, getUnit, changeUnit, deleteUnit];
