import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { newListingBody } from '../../schemas/listings/bodies.ts';
import { createListing } from '../../services/catalogue/listings.ts';
import type { Listing } from '../../services/listings.ts';
import { readTeam } from '../../services/team/settings.ts';
import { emptyForm, type Form } from '../form.ts';
import { teamPath } from '../member-visit.ts';
import { doOncePerForm, toNotice } from '../once-per-form.ts';
import { readForm, type SentForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { newPlacePage } from './new-place-page.ts';

const LABELS = {
  public_title: 'Name',
  property_type: 'Kind',
  max_guests: 'Guests at most',
  units: 'How many',
  city: 'City',
  nightly: 'Price of a night',
  min_stay: 'Minimum stay',
};

/** `address.city` is the field `city`. */
const readLastPart = (path: string): string => path.split('.').at(-1) ?? path;

/** The body of `POST /v1/listings`. A place of which there is only one gives its name to its unit. */
function buildNewPlaceBody(form: SentForm, currency: string) {
  const units = form.integer('units');
  return {
    kind: 'standalone',
    public_title: form.text('public_title'),
    property_type: form.text('property_type'),
    max_guests: form.integer('max_guests'),
    address: { city: form.optional('city') },
    rates: { nightly: form.cents('nightly', currency) ?? undefined },
    rules: { min_stay: form.integer('min_stay') },
    ...(units === 1 ? {} : { units }),
  };
}

const ADDED = 'The place is added, and can be booked. Set the prices of its seasons and days here.';

/** A new place to let, made on its page. After that, its prices are shown. */
export const newPlaceRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const { currency } = await readTeam(request.scope);
    const body = newPlacePage(reply, { base: teamPath(request), currency, form });
    return sendPage(reply, { title: 'New place', status, tab: 'prices', body });
  }

  app.get('/prices/new', (_request, reply) => show(reply));

  app.post('/prices/new', async (request, reply) => {
    const { currency } = await readTeam(request.scope);
    const form = readForm(request.body, LABELS, readLastPart);
    const input = form.check(newListingBody, buildNewPlaceBody(form, currency));
    if (!input) return show(reply, form, 422);
    try {
      return await doOncePerForm<Listing>(
        reply,
        (options) => createListing(request.scope, input, options),
        ({ id }) => toNotice(`${teamPath(request)}/prices/${id}`, ADDED),
      );
    } catch (error) {
      return show(reply, form.refused(error), 422);
    }
  });
};
