import fp from 'fastify-plugin';
import { isReadMethod } from '../../plugins/writes.ts';
import type { Services } from '../../services/services.ts';
import type { TeamBeginning } from '../begin/routes.ts';
import { redirectWithNotice } from '../flash.ts';
import { hasOwnToken } from '../form-guard.ts';
import { readFormToKeep } from '../kept-form.ts';
import { NOT_SAVED } from '../member-visit.ts';
import { showKeptForm, showSignIn } from './show.ts';

const KEPT =
  'You were signed out, so what you have just sent is not saved yet. Sign in: then you can send it without typing it again.';

/**
 * For forms of a team's pages whose session has ended (docs/rules.md, 21.19). The sign-in form passes the
 * kept form on. If the person has signed in again since the form was shown, the page asks whether to send it.
 * Nothing is done before.
 */
export const keepForms = fp<Services & TeamBeginning>(async (app, services) => {
  app.addHook('preValidation', async (request, reply) => {
    if (isReadMethod(request.method)) return;
    const { session, awaitsSignIn } = request.visit;
    if (!awaitsSignIn && (session === null || hasOwnToken(request))) return;
    const kept = readFormToKeep(request);
    if (awaitsSignIn)
      return kept === null
        ? redirectWithNotice(reply, `${request.visit.root}/sign-in`, NOT_SAVED)
        : showSignIn(reply, services, 403, { notice: KEPT, kept });
    if (kept !== null) return showKeptForm(reply, 403, kept);
  });
});
