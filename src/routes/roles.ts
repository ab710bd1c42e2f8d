import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paginate } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import {
  newRoleBody,
  presentRole,
  roleAnswer,
  roleChangeBody,
  roleListAnswer,
  roleParams,
} from '../schemas/access.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { pageQuery } from '../schemas/page.ts';
import { writeHeaders } from '../schemas/writes.ts';
import { changeRole, createRole, deleteRole, listRolePage, type Role } from '../services/access/roles.ts';

const tags = ['Access'];
const present = (role: Role) => ({ data: presentRole(role) });

export const roleRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/roles',
    {
      config: { permission: 'people:read' },
      schema: {
        operationId: 'listRoles',
        tags,
        summary: 'List roles',
        description: 'The five that are given, then the team’s own by code.',
        querystring: pageQuery,
        response: { 200: roleListAnswer },
      },
    },
    (request) => paginate(request, presentRole, (page) => listRolePage(request.scope, page)),
  );

  app.post(
    '/roles',
    {
      config: { permission: 'people:write', location: '/v1/roles/{code}' },
      schema: {
        operationId: 'createRole',
        tags,
        summary: 'Add a role',
        description:
          'A team can have 20 of its own. A permission that the token lacks itself is a 422 under `permissions`.',
        headers: writeHeaders,
        body: newRoleBody,
        response: { 201: roleAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createRole(request.scope, request.body, options),
      ),
  );

  app.put(
    '/roles/:code',
    {
      config: { permission: 'people:write', resource: 'role' },
      schema: {
        operationId: 'changeRole',
        tags,
        summary: 'Change a role',
        description:
          'Send only what changes. It counts for every member and token with the role from the next request on. One of the five that are given is a 422 under `role`.',
        params: roleParams,
        headers: writeHeaders,
        body: roleChangeBody,
        response: { 200: roleAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeRole(request.scope, request.params.code, request.body, options),
      ),
  );

  app.delete(
    '/roles/:code',
    {
      config: { permission: 'people:write', resource: 'role' },
      schema: {
        operationId: 'deleteRole',
        tags,
        summary: 'Delete a role',
        description:
          'One that a member, a token or an open link to join has, and one that is given, is a 422 under `role`.',
        params: roleParams,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        deleteRole(request.scope, request.params.code, options),
      ),
  );
};
