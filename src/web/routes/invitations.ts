import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../domain/limits.ts';
import { problemOfText } from '../../domain/text.ts';
import type { InvitationService } from '../../services/invitations.ts';
import type { SessionService } from '../../services/sessions.ts';
import { emptyForm, type Form, readForm, withError } from '../form.ts';
import { SIGN_IN_LIMIT, waitAfterPasswords } from '../limits.ts';
import { invitationPage, linkGonePage } from '../views/invitation.ts';
import { sendPage } from '../views/layout.ts';
import { enterSession, originOf, readCookie } from '../visit.ts';

const passwordOf = (min: number) => ({
  password: z.string().check((context) => {
    const message = problemOfText(context.value, { min, max: MAX_PASSWORD_LENGTH });
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  }),
});
const FIELDS = { password: passwordOf(1), new_password: passwordOf(MIN_PASSWORD_LENGTH) };
const LABELS = { password: 'Password' };

const REFUSALS = {
  too_many: 'The team has as many members as it may have.',
  elsewhere: 'You have no password yet. Choose one by a link of the team that you are a member of.',
  changed: 'Something changed meanwhile. Please look again at what is asked.',
};

type Options = { invitations: InvitationService; sessions: SessionService };

/** Following a link into a team (contract, section 10). */
export function invitationRoutes(app: FastifyInstance, { invitations, sessions }: Options): void {
  const secretIn = (request: FastifyRequest) => (request.params as { secret: string }).secret;
  const showGone = (reply: FastifyReply) =>
    sendPage(reply, { title: 'This link holds no more', status: 404, body: linkGonePage() });

  async function show(reply: FastifyReply, form: Form, status: number) {
    const invitation = await invitations.findInvitation(secretIn(reply.request));
    if (!invitation) return showGone(reply);
    const body = invitationPage(reply, invitation, form);
    return sendPage(reply, { title: `Join ${invitation.team.name}`, status, body });
  }

  app.get('/invitations/:secret', { config: { limit: 'address' } }, (_request, reply) =>
    show(reply, emptyForm, 200),
  );

  app.post('/invitations/:secret', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const secret = secretIn(request);
    const invitation = await invitations.findInvitation(secret);
    if (!invitation) return showGone(reply);
    const fields = invitation.asksFor === 'new_password' ? FIELDS.new_password : FIELDS.password;
    const read = readForm(request.body, fields, LABELS);
    if (!read.ok) return show(reply, read.form, 422);
    const { password } = read.values;
    if (invitation.asksFor === 'new_password' && password.toLowerCase() === invitation.email.toLowerCase())
      return show(reply, withError(read.form, 'password', 'Password must not be your email.'), 422);
    const joined = await invitations.accept({ secret, password, ...originOf(request) });
    if (joined.ok) {
      const current = readCookie(request, 'session');
      if (current !== null) await sessions.signOut(current);
      enterSession(reply, joined);
      return reply.redirect(`${request.visit.root}/teams/${joined.teamSlug}/tokens`, 303);
    }
    switch (joined.reason) {
      case 'gone':
        return showGone(reply);
      case 'wrong':
        return show(reply, withError(read.form, 'password', 'That is not your password.'), 422);
      case 'too_early':
        reply.header('retry-after', joined.waitSeconds);
        return show(reply, withError(read.form, 'form', waitAfterPasswords(joined.waitSeconds)), 429);
      default:
        return show(reply, withError(read.form, 'form', REFUSALS[joined.reason]), 422);
    }
  });
}
