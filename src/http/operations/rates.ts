import { z } from 'zod';
import { idParameter } from '../../schemas/fields.ts';
import { presentRates, ratesSchema } from '../../schemas/rates.ts';
import type { ListingRates } from '../../services/catalogue/rates.ts';
import { givenBody } from '../../services/team-data/judging.ts';
import { RATES, ratesSchema as ratesEntry } from '../../services/team-data/rates.ts';
import { resource } from '../operation.ts';
import { read } from '../reading.ts';
import { write } from '../writing.ts';

const ratesAnswer = z.object({ data: ratesSchema });
const present = (rates: ListingRates) => ({ data: presentRates(rates) });

export const ratesChangeBody = givenBody(RATES, ratesEntry, 'change').meta({ id: 'RatesChange' });

const theRates = resource({
  name: 'listing',
  params: { listing: idParameter('The listing’s id.') },
  find: ({ services, teamId, params }) => services.rates.findRates(teamId, params.listing),
});

const getRates = read({
  id: 'getRates',
  tag: 'Rates',
  summary: 'Read a listing’s prices, rules and seasons',
  asks: 'team',
  route: 'GET /v1/listings/:listing/rates',
  resource: theRates,
  success: ratesAnswer,
  isTagged: true,
  answer: ({ found }) => present(found),
});

const changeRates = write({
  id: 'changeRates',
  tag: 'Rates',
  summary: 'Change a listing’s prices, rules and seasons',
  description:
    'Send only what changes. `rates` and `rules` are changed key by key, and null clears a key. If `seasons` are given, they replace all present ones. Existing bookings keep their prices.',
  asks: 'team',
  route: 'PUT /v1/listings/:listing/rates',
  resource: theRates,
  body: ratesChangeBody,
  ifMatch: { schema: ratesAnswer, present },
  run: ({ services, params, body }, call) => services.rates.changeRates(call, params.listing, body),
  success: 200,
  answers: ratesAnswer,
  present,
});

export const rateOperations = [getRates, changeRates];
