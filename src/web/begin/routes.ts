import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { emailField } from '../../schemas/fields/emails.ts';
import { currencyField, nameField, optionalSlugField, timezoneField } from '../../schemas/fields/fields.ts';
import { toTeamColumns } from '../../schemas/team.ts';
import { Conflict, Invalid } from '../../services/errors.ts';
import type { Services } from '../../services/services.ts';
import { beginTeam, mayTeamBegin } from '../../services/team/begin.ts';
import { buildRequestLimitText } from '../errors.ts';
import { redirectWithNotice } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { createFormKey } from '../once-per-form.ts';
import { buildNoSuchPageError } from '../page-error.ts';
import { currentPasswordField, SIGN_IN_LIMIT, toRefusedPasswordForm } from '../passwords.ts';
import { codePath } from '../sign-in/code-path.ts';
import { sendPage } from '../views/layout.ts';
import { firstPagePath } from '../views/navigation.ts';
import { endOwnSession, enterOrAwaitCode, readOrigin } from '../visit.ts';
import { NEW_TEAM } from './form.ts';
import { beginPage } from './page.ts';

/** Even if the installation already has a team. */
export type TeamBeginning = { mayAlwaysBegin: boolean };

const newTeamForm = z.object({
  team_name: nameField,
  slug: optionalSlugField,
  currency: currencyField,
  timezone: timezoneField,
  name: nameField,
  email: emailField,
  // An existing person types the present password. Only a new person's has a minimum length.
  password: currentPasswordField,
});
const OTHER_PASSWORD =
  'Somebody with this email has another password on this server. Type theirs, or take another email.';

/** A visitor creates a team with its first member (docs/rules.md, 21.9). */
export const beginRoutes: FastifyPluginAsync<Services & TeamBeginning> = async (app, services) => {
  const show = (reply: FastifyReply, form: Form = emptyForm, status = 200) =>
    sendPage(reply, { title: 'Begin', status, script: 'begin.js', body: beginPage(reply, form) });
  const leadToSignIn = (reply: FastifyReply) =>
    redirectWithNotice(
      reply,
      `${reply.request.visit.root}/sign-in`,
      'A team has begun here already, so yours was not made. Sign in, or ask a member of the team for a link to join.',
    );

  app.get('/begin', async (_request, reply) => {
    if (!(await mayTeamBegin(services))) throw buildNoSuchPageError();
    return show(reply);
  });

  /** After too many attempts, the form is shown again with the typed values. */
  const errorHandler = async (
    error: { statusCode?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (error.statusCode !== 429) throw error;
    const form = NEW_TEAM.open(request.body);
    NEW_TEAM.read(form);
    const wait = buildRequestLimitText(Number(reply.getHeader('retry-after')));
    return show(reply, { values: form.values, errors: { form: wait } }, 429);
  };
  app.post('/begin', { config: SIGN_IN_LIMIT, errorHandler }, async (request, reply) => {
    const form = NEW_TEAM.open(request.body);
    const input = form.check(newTeamForm, NEW_TEAM.read(form));
    if (!input) return (await mayTeamBegin(services)) ? show(reply, form, 422) : leadToSignIn(reply);
    const { team_name, slug, currency, timezone, name, email, password } = input;
    try {
      const begun = await beginTeam(services, {
        team: toTeamColumns({ name: team_name, slug: slug ?? undefined, currency, timezone }),
        person: { name, email },
        password,
        ...readOrigin(request),
        form: { ...createFormKey(request), render: () => ({ status: 303, body: '' }) },
      });
      await endOwnSession(services, request);
      const path = firstPagePath(request, { slug: begun.teamSlug });
      return reply.redirect(enterOrAwaitCode(reply, begun) ? path : codePath(request, path), 303);
    } catch (error) {
      if (error instanceof Conflict && error.reason === 'begun') return leadToSignIn(reply);
      if (error instanceof Invalid) return show(reply, form.refused(error), 422);
      const refused = toRefusedPasswordForm(reply, form, error, OTHER_PASSWORD);
      return show(reply, refused.form, refused.status);
    }
  });
};
