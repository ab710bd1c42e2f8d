import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteBookingMode } from '../../../../domain/vocabulary.ts';
import { closeListing, openListing } from '../../../../services/catalogue/buildings.ts';
import { deleteListing } from '../../../../services/catalogue/delete-listing.ts';
import { readTeam } from '../../../../services/team/settings.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { toRefusedForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { findPlace, findUsesOfPlace, listUnitTypesOfPlace, type Place } from '../../services/places.ts';
import { deletePlacePage } from './delete-page.ts';

/** By how the booking site takes bookings. */
const OPENED = {
  off: 'It is open: guests see it on your booking page. They cannot book there yet: switch that on under Site.',
  request: 'It is open: guests see it on your booking page, and can request bookings.',
  instant: 'It is open: guests see it on your booking page, and can book it.',
} satisfies Record<SiteBookingMode, string>;
const OPENED_UNLISTED =
  'It is open. Your booking page does not show it: tick that below for guests to find it there.';
const OPENED_WITHIN = 'It is open. Guests can book it while its building is open.';
const CLOSED = 'It is closed: nobody can book it any more. Bookings that exist stay.';

const placePath = (request: FastifyRequest, id: string): string => `${teamPath(request)}/places/${id}`;

export const placeStatusRoutes: FastifyPluginAsync = async (app) => {
  const placeIn = async (request: FastifyRequest): Promise<Place> =>
    requireForPage(await findPlace(request.scope, readId(request, 'listing')));

  app.post('/places/:listing/open', needs('listings:write'), async (request, reply) => {
    const { id, buildingId, listedOnSite } = await openListing(request.scope, readId(request, 'listing'));
    if (buildingId !== null) return redirectWithNotice(reply, placePath(request, id), OPENED_WITHIN);
    const { siteBookings } = await readTeam(request.scope);
    const text = listedOnSite ? OPENED[siteBookings] : OPENED_UNLISTED;
    return redirectWithNotice(reply, placePath(request, id), text);
  });

  app.post('/places/:listing/close', needs('listings:write'), async (request, reply) => {
    const { id } = await closeListing(request.scope, readId(request, 'listing'));
    return redirectWithNotice(reply, placePath(request, id), CLOSED);
  });

  async function showDeletion(reply: FastifyReply, form: Form = emptyForm) {
    const { request } = reply;
    const place = await placeIn(request);
    const uses = requireForPage(await findUsesOfPlace(request.scope, place.id));
    const kinds = uses.unitTypes > 0 ? await listUnitTypesOfPlace(request.scope, place.id) : [];
    const body = deletePlacePage(reply, { base: teamPath(request), place, uses, kinds, form });
    const status = form === emptyForm ? 200 : 422;
    return sendPage(reply, { title: `Delete ${place.publicTitle}`, status, tab: 'places', body });
  }

  app.get('/places/:listing/delete', needs('listings:write'), (_request, reply) => showDeletion(reply));

  app.post('/places/:listing/delete', needs('listings:write'), async (request, reply) => {
    const { id, publicTitle, building } = await placeIn(request);
    try {
      await deleteListing(request.scope, id);
    } catch (error) {
      return showDeletion(reply, toRefusedForm(emptyForm, error));
    }
    const back = `${teamPath(request)}/places${building ? `/${building.id}` : ''}`;
    return redirectWithNotice(reply, back, `“${publicTitle}” is deleted.`);
  });
};
