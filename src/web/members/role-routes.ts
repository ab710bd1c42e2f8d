import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { RESOURCES } from '../../domain/access/permissions.ts';
import { newRoleBody, roleChangeBody } from '../../schemas/access.ts';
import {
  changeRole,
  createRole,
  deleteRole,
  listRoleNames,
  type Role,
  type RoleName,
} from '../../services/access/roles.ts';
import { redirectWithNotice } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { needs, teamPath } from '../member-visit.ts';
import { doOncePerForm, toNotice } from '../once-per-form.ts';
import { requireForPage } from '../page-error.ts';
import { computeFormVersion, readForm, type SentForm, toRefusedForm } from '../sent-form.ts';
import { renderConfirmation } from '../views/confirmation.ts';
import { html } from '../views/html.ts';
import { sendPage } from '../views/layout.ts';
import { renderFormErrors } from '../views/parts.ts';
import { RESOURCE_WORDS, rolePage } from './role-page.ts';

const LABELS = { name: 'Name', code: 'Code', permissions: 'Permissions', ...RESOURCE_WORDS };

const openForm = (sent: unknown): SentForm => readForm(sent, LABELS);

/** One choice for each resource. */
const readPermissions = (form: SentForm): string[] =>
  RESOURCES.flatMap((resource) => {
    const level = form.text(resource);
    return level === '' ? [] : [`${resource}:${level}`];
  });

const toValues = ({ name, permissions }: RoleName): Form['values'] => ({
  name,
  ...Object.fromEntries(permissions.map((permission) => permission.split(':'))),
});
const computeRoleVersion = (role: RoleName): string => computeFormVersion(toValues(role));

export const rolePageRoutes: FastifyPluginAsync = async (app) => {
  const listPath = (request: FastifyRequest) => `${teamPath(request)}/members`;

  const show = (
    reply: FastifyReply,
    { code, form, status = 200 }: { code: string | null; form: Form; status?: number },
  ) => {
    const body = rolePage(reply, { base: listPath(reply.request), code, form });
    return sendPage(reply, { title: code ?? 'New role', tab: 'team', status, body });
  };

  /** The team's own. A given one has no page. */
  async function roleIn(request: FastifyRequest): Promise<RoleName> {
    const { role: code } = request.params as { role: string };
    const roles = await listRoleNames(request.scope);
    return requireForPage(roles.find((role) => role.code === code && !role.isGiven) ?? null);
  }

  app.get('/members/roles/new', needs('people:write'), (_request, reply) =>
    show(reply, { code: null, form: emptyForm }),
  );

  app.post('/members/roles/new', needs('people:write'), async (request, reply) => {
    const form = openForm(request.body);
    const typed = { code: form.text('code'), name: form.text('name'), permissions: readPermissions(form) };
    const role = form.check(newRoleBody, typed);
    if (!role) return show(reply, { code: null, form, status: 422 });
    try {
      return await doOncePerForm<Role>(
        reply,
        (options) => createRole(request.scope, role, options),
        () => toNotice(listPath(request), `The role “${role.name}” is added.`),
      );
    } catch (error) {
      return show(reply, { code: null, form: form.refused(error), status: 422 });
    }
  });

  app.get('/members/roles/:role', needs('people:write'), async (request, reply) => {
    const role = await roleIn(request);
    const values = { seen: computeRoleVersion(role), ...toValues(role) };
    return show(reply, { code: role.code, form: { values, errors: {} } });
  });

  app.post('/members/roles/:role', needs('people:write'), async (request, reply) => {
    const { code } = await roleIn(request);
    const form = openForm(request.body);
    const seen = form.text('seen');
    const change = form.check(roleChangeBody, {
      name: form.text('name'),
      permissions: readPermissions(form),
    });
    if (!change) return show(reply, { code, form, status: 422 });
    try {
      const isCurrent = (stored: RoleName) => computeRoleVersion(stored) === seen;
      const { name } = await changeRole(request.scope, code, change, { isCurrent });
      return redirectWithNotice(reply, listPath(request), `The role “${name}” is saved.`);
    } catch (error) {
      const { values, errors } = form.refused(error);
      const present = computeRoleVersion(await roleIn(request));
      return show(reply, { code, form: { values: { ...values, seen: present }, errors }, status: 422 });
    }
  });

  async function showDeletion(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { code, name } = await roleIn(reply.request);
    const base = listPath(reply.request);
    const body = renderConfirmation(reply, {
      back: { path: base, text: 'Members' },
      question: html`Delete the role <span class="name">${name}</span>?`,
      errors: renderFormErrors(form),
      lead: 'Nobody can have it any more. You cannot undo this.',
      action: `${base}/roles/${encodeURIComponent(code)}/delete`,
      button: 'Delete role',
    });
    return sendPage(reply, { title: `Delete ${name}`, tab: 'team', status, body });
  }

  app.get('/members/roles/:role/delete', needs('people:write'), (_request, reply) => showDeletion(reply));

  app.post('/members/roles/:role/delete', needs('people:write'), async (request, reply) => {
    const { code, name } = await roleIn(request);
    try {
      await deleteRole(request.scope, code);
      return redirectWithNotice(reply, listPath(request), `The role “${name}” is deleted.`);
    } catch (error) {
      return showDeletion(reply, toRefusedForm(emptyForm, error), 422);
    }
  });
};
