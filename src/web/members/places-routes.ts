/** The places to which a member is limited (docs/rules.md, 27.30). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { listingsField } from '../../schemas/access.ts';
import { changeMember, findMember, findMemberById, type Member } from '../../services/people/members.ts';
import { listPlaceNamesOfTeam } from '../../services/place-names.ts';
import { redirectWithNotice } from '../flash.ts';
import type { Form } from '../form.ts';
import { toWhichPlaces } from '../form-table/places.ts';
import { needs, readId, teamPath } from '../member-visit.ts';
import { requireForPage } from '../page-error.ts';
import { computeFormVersion, forgetSeen } from '../sent-form.ts';
import { renderAccessPlaces } from '../views/access-places.ts';
import { renderHidden } from '../views/fields.ts';
import { html } from '../views/html.ts';
import { renderFormToken, sendPage } from '../views/layout.ts';
import { renderFormErrors } from '../views/parts.ts';
import { MEMBER_PLACES } from './form.ts';

const memberPlaces = z.object({ listings: listingsField });

const toPlacesValues = (member: Member): Form['values'] => ({
  ...MEMBER_PLACES.toValues(member),
  ...toWhichPlaces(member.listings),
});
const computePlacesVersion = (member: Member): string => computeFormVersion(toPlacesValues(member));

export function addPlacesRoutes(app: FastifyInstance): void {
  /** A 404 if the person belongs to other teams only. */
  async function memberIn({ request }: FastifyReply): Promise<Member> {
    const { id } = requireForPage(await findMember(request.scope, readId(request, 'person')));
    return requireForPage(await findMemberById(request.scope, id));
  }

  async function show(reply: FastifyReply, member: Member, form: Form, status = 200) {
    const places = await listPlaceNamesOfTeam(reply.request.scope);
    const members = `${teamPath(reply.request)}/members`;
    const body = html`
<p class="back"><a href="${members}">All members</a></p>
<section class="card">
<h1>Places of <span class="name">${member.name}</span></h1>
<p>They see what their role permits, and of other places nothing. A building is meant with its rooms.</p>
${renderFormErrors(form)}
<form method="post" action="${members}/${member.personId}/places">
${renderFormToken(reply)}${renderHidden({ seen: form.values.seen ?? computePlacesVersion(member) })}
${renderAccessPlaces(form, places)}
<button type="submit">Save</button>
</form>
</section>`;
    return sendPage(reply, { title: `Places of ${member.name}`, status, tab: 'team', body });
  }

  app.get('/members/:person/places', needs('people:write'), async (_request, reply) => {
    const member = await memberIn(reply);
    return show(reply, member, { values: toPlacesValues(member), errors: {} });
  });

  app.post('/members/:person/places', needs('people:write'), async (request, reply) => {
    const member = await memberIn(reply);
    const form = MEMBER_PLACES.open(request.body);
    const seen = form.text('seen');
    const input = form.check(memberPlaces, MEMBER_PLACES.read(form));
    if (!input) return show(reply, member, form, 422);
    try {
      const isCurrent = (stored: Member) => computePlacesVersion(stored) === seen;
      await changeMember(request.scope, member.id, input, { isCurrent });
    } catch (error) {
      return show(reply, await memberIn(reply), forgetSeen(form.refused(error)), 422);
    }
    return redirectWithNotice(
      reply,
      `${teamPath(request)}/members`,
      `The places of ${member.name} are saved.`,
    );
  });
}
