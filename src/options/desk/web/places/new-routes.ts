import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parseUuid } from '../../../../domain/formats.ts';
import { newListingBody } from '../../../../schemas/listings/bodies.ts';
import { createBuilding } from '../../../../services/catalogue/buildings.ts';
import { createListing } from '../../../../services/catalogue/listings.ts';
import type { Listing } from '../../../../services/listings.ts';
import type { WriteOptions } from '../../../../services/write.ts';
import type { Form } from '../../../../web/form.ts';
import { LONG_FORM, needsWholeTeam, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { readQuery } from '../../../../web/paging.ts';
import { readForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { findPlace, type Place } from '../../services/places.ts';
import {
  INITIAL,
  type NewKind,
  newBuildingForm,
  openBuildingForm,
  openPlaceForm,
  toBuildingBody,
  toPlaceBody,
} from './new-form.ts';
import { newPlacePage } from './new-page.ts';

const DRAFT = 'It is added as a draft. Describe it here, and open it when it is ready.';
const OPEN = 'It is added, and can be booked. Describe it here.';

/** `building` is set for a unit type. */
type Subject = { kind: NewKind; currency: string; building: Place | null };

export const newPlaceRoutes: FastifyPluginAsync = async (app) => {
  async function findSubject(
    request: FastifyRequest,
    { kind, building }: Readonly<Record<string, string>>,
  ): Promise<Subject> {
    const id = parseUuid(building ?? '');
    if (id === null) {
      const { currency } = request.teamVisit.team;
      return { kind: kind === 'building' ? 'building' : 'place', currency, building: null };
    }
    const found = requireForPage(await findPlace(request.scope, id));
    const parent = requireForPage(found.kind === 'building' ? found : null);
    return { kind: 'room', currency: parent.currency, building: parent };
  }

  function show(reply: FastifyReply, subject: Subject, sent: Form | null = null) {
    const form = sent ?? INITIAL[subject.kind];
    const body = newPlacePage(reply, { base: teamPath(reply.request), ...subject, form });
    const status = sent === null ? 200 : 422;
    return sendPage(reply, { title: 'Add a place', status, tab: 'places', script: 'place.js', body });
  }

  app.get('/places/new', needsWholeTeam('listings:write'), async (request, reply) =>
    show(reply, await findSubject(request, readQuery(request.query, ['kind', 'building']))),
  );

  app.post('/places/new', { ...LONG_FORM, ...needsWholeTeam('listings:write') }, async (request, reply) => {
    const named = readForm(request.body, {});
    const subject = await findSubject(request, {
      kind: named.text('kind'),
      building: named.text('building'),
    });
    const { form, add } = readNewPlace(request, subject);
    if (!add) return show(reply, subject, form);
    try {
      return await doOncePerForm<Listing>(reply, add, ({ id, status }) =>
        toNotice(`${teamPath(request)}/places/${id}`, status === 'draft' ? DRAFT : OPEN),
      );
    } catch (error) {
      return show(reply, subject, form.refused(error));
    }
  });
};

/** Returns the function that adds the place, or null if the form is wrong. */
function readNewPlace({ body, scope }: FastifyRequest, { kind, currency, building }: Subject) {
  if (kind === 'building') {
    const form = openBuildingForm(body, currency);
    const input = form.check(newBuildingForm, toBuildingBody(form, currency));
    const add =
      input &&
      ((options: WriteOptions<Listing>) =>
        createBuilding(scope, { building: input.building, unitTypes: input.kinds }, options));
    return { form, add };
  }
  const form = openPlaceForm(body, currency);
  const input = form.check(newListingBody, toPlaceBody(form, currency, building?.id ?? null));
  const add = input && ((options: WriteOptions<Listing>) => createListing(scope, input, options));
  return { form, add };
}
