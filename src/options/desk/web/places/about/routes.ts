import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { listingChangeBody } from '../../../../../schemas/listings/bodies.ts';
import { changeListing } from '../../../../../services/catalogue/listings.ts';
import { findListing, type Listing } from '../../../../../services/listings.ts';
import { redirectWithNotice } from '../../../../../web/flash.ts';
import type { Form } from '../../../../../web/form.ts';
import { LONG_FORM, needs, readId, teamPath } from '../../../../../web/member-visit.ts';
import { requireForPage } from '../../../../../web/page-error.ts';
import { forgetSeen } from '../../../../../web/sent-form.ts';
import { sendPage } from '../../../../../web/views/layout.ts';
import { findPlace, listUnitTypesOfPlace } from '../../../services/places.ts';
import { type AboutPart, buildAboutForm, computeAboutVersion, isAboutPart, presentForAbout } from './form.ts';
import { aboutPage } from './page.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

const placePath = (request: FastifyRequest): string =>
  `${teamPath(request)}/places/${readId(request, 'listing')}`;

function partIn(request: FastifyRequest): AboutPart {
  const { aboutPart: part } = request.params as { aboutPart: string };
  return requireForPage(isAboutPart(part) ? part : null);
}

export const aboutRoutes: FastifyPluginAsync = async (app) => {
  const listingIn = async (request: FastifyRequest): Promise<Listing> =>
    requireForPage(await findListing(request.scope, readId(request, 'listing')));

  async function show(reply: FastifyReply, part: AboutPart, sent: Form | null = null) {
    const { request } = reply;
    const listing = await listingIn(request);
    const place = requireForPage(await findPlace(request.scope, listing.id));
    const hasKinds = part === 'description' && place.kind === 'building';
    const body = aboutPage(reply, {
      base: teamPath(request),
      place,
      kinds: hasKinds ? await listUnitTypesOfPlace(request.scope, listing.id) : [],
      part,
      form: sent ?? {
        values: buildAboutForm(part, listing).toValues(presentForAbout(listing)),
        errors: {},
      },
      seen: sent?.values.seen ?? computeAboutVersion(part, listing),
      infantAge: request.teamVisit.team.infantAge,
      zones: ZONES,
    });
    const status = sent === null ? 200 : 422;
    return sendPage(reply, { title: listing.publicTitle, status, tab: 'places', script: 'place.js', body });
  }

  app.get('/places/:listing', needs('listings:read'), (_request, reply) => show(reply, 'description'));

  app.get('/places/:listing/about', needs('listings:read'), (_request, reply) => show(reply, 'description'));

  app.get('/places/:listing/about/:aboutPart', needs('listings:read'), (request, reply) =>
    show(reply, partIn(request)),
  );

  app.post(
    '/places/:listing/about/:aboutPart',
    { ...LONG_FORM, ...needs('listings:write') },
    async (request, reply) => {
      const part = partIn(request);
      const listing = await listingIn(request);
      const { open, read } = buildAboutForm(part, listing);
      const form = open(request.body);
      const seen = form.text('seen');
      const input = form.check(listingChangeBody, read(form));
      if (!input) return show(reply, part, form);
      const isCurrent = (stored: Listing) => computeAboutVersion(part, stored) === seen;
      try {
        await changeListing(request.scope, listing.id, input, { isCurrent });
        return redirectWithNotice(reply, `${placePath(request)}/about/${part}`, 'Saved.');
      } catch (error) {
        return show(reply, part, forgetSeen(form.refused(error)));
      }
    },
  );
};
