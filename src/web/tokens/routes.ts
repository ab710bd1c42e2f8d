import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_TOKEN_NAME_LENGTH } from '../../domain/limits.ts';
import { TOKEN_ACCESS_MODES } from '../../domain/vocabulary.ts';
import { listingsField, roleField } from '../../schemas/access.ts';
import { requiredText } from '../../schemas/fields/fields.ts';
import { toTeamColumns } from '../../schemas/team.ts';
import { listRoleNames } from '../../services/access/roles.ts';
import { Conflict } from '../../services/errors.ts';
import { listPlaceNamesOfTeam } from '../../services/place-names.ts';
import type { Services } from '../../services/services.ts';
import { changeTeam } from '../../services/team/settings.ts';
import * as tokens from '../../services/tokens/tokens.ts';
import { redirectWithNotice, takeFlash } from '../flash.ts';
import { addError, emptyForm, type Form } from '../form.ts';
import { needs, readId, teamPath } from '../member-visit.ts';
import { doOncePerForm } from '../once-per-form.ts';
import { requireForPage } from '../page-error.ts';
import { readForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { NEW_TOKEN } from './form.ts';
import { revokePage, tokenPage, tokensPage } from './page.ts';

const newToken = z.object({
  name: requiredText(MAX_TOKEN_NAME_LENGTH),
  scope: z.enum([...TOKEN_ACCESS_MODES, 'role'], {
    error: 'must be Read-only or Read-write.',
  }),
  role: roleField.nullish(),
  listings: listingsField,
});
const enforcement = z.object({ enforce: z.enum(['true', 'false']) });

export const tokenRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock } = services;

  async function showList(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { scope, teamVisit } = reply.request;
    const { team } = teamVisit;
    const [all, roles, places] = await Promise.all([
      tokens.listTokens(scope),
      listRoleNames(scope),
      listPlaceNamesOfTeam(scope),
    ]);
    const view = { team, tokens: all, roles, places, now: clock(), form };
    return sendPage(reply, { title: 'Tokens', status, tab: 'tokens', body: tokensPage(reply, view) });
  }

  /** A 404 if it belongs to another team. */
  const tokenIn = async (request: FastifyRequest) =>
    requireForPage(await tokens.findToken(request.scope, { id: readId(request, 'token') }));

  async function showToken(reply: FastifyReply, secret: string | null, isNew = false) {
    const { request } = reply;
    const { team } = request.teamVisit;
    const token = await tokenIn(request);
    const [roles, places] = await Promise.all([
      listRoleNames(request.scope),
      listPlaceNamesOfTeam(request.scope),
    ]);
    const body = tokenPage(reply, { team, token, roles, places, now: clock(), secret, isNew });
    return sendPage(reply, { title: token.name, tab: 'tokens', body });
  }

  app.get('/tokens', needs('tokens:read'), (_request, reply) => showList(reply));

  app.post('/tokens', needs('tokens:write'), async (request, reply) => {
    const form = NEW_TOKEN.open(request.body);
    const input = form.check(newToken, NEW_TOKEN.read(form));
    if (!input) return showList(reply, form, 422);
    const { name, scope: kind, role, listings } = input;
    if (kind !== 'role' && listings !== null)
      return showList(
        reply,
        addError(form, 'listings', 'Only what a role permits can be limited to places.'),
        422,
      );
    const rights = kind === 'role' ? { role: role ?? '', listings } : { access: kind };
    const { person } = request.teamVisit;
    try {
      return await doOncePerForm<tokens.NewToken>(
        reply,
        (options) =>
          tokens.createToken(request.scope, services, { name, ...rights, createdBy: person }, options),
        ({ id }) => ({ path: `${teamPath(request)}/tokens/${id}`, flash: { what: 'token', id } }),
      );
    } catch (error) {
      const isNameTaken = error instanceof Conflict && error.reason === 'name_taken';
      const refused = isNameTaken ? addError(form, 'name', error.message) : form.refused(error);
      return showList(reply, refused, 422);
    }
  });

  app.get('/tokens/:token', needs('tokens:read'), async (request, reply) => {
    const { id } = await tokenIn(request);
    const flash = takeFlash(reply);
    const isNew = flash?.what === 'token' && flash.id === id;
    const secret = isNew ? await tokens.showToken(request.scope, services, { id }) : null;
    return showToken(reply, secret, isNew);
  });

  // Only after a POST, so that no link can make a token appear on a member's screen.
  app.post('/tokens/:token/show', needs('tokens:write'), async (request, reply) => {
    const { id } = await tokenIn(request);
    return showToken(reply, await tokens.showToken(request.scope, services, { id }));
  });

  app.get('/tokens/:token/revoke', needs('tokens:write'), async (request, reply) => {
    const token = await tokenIn(request);
    const body = revokePage(reply, { team: request.teamVisit.team, token, now: clock() });
    return sendPage(reply, { title: `Revoke ${token.name}`, tab: 'tokens', body });
  });

  app.post('/tokens/:token/revoke', needs('tokens:write'), async (request, reply) => {
    const { id, name } = await tokenIn(request);
    await tokens.revokeToken(request.scope, { id });
    return redirectWithNotice(reply, `${teamPath(request)}/tokens`, `The token “${name}” is revoked.`);
  });

  app.post('/tokens/enforcement', needs('settings:write'), async (request, reply) => {
    const form = readForm(request.body, {});
    const input = form.check(enforcement, { enforce: form.text('enforce') });
    if (!input) return showList(reply, addError(emptyForm, 'form', 'Please choose again.'), 422);
    const isEnforced = input.enforce === 'true';
    await changeTeam(request.scope, toTeamColumns({ enforce_token_scope: isEnforced }));
    const text = isEnforced
      ? 'Scopes are enforced: changes with a Read-only token are refused from now on.'
      : 'Scopes are no longer enforced: a Read-only token can change things again.';
    return redirectWithNotice(reply, `${teamPath(request)}/tokens`, text);
  });
};
