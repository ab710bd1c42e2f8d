import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../plugins/errors.ts';
import { paginate } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import {
  memberAnswer,
  memberChangeBody,
  memberListAnswer,
  memberParams,
  presentMember,
} from '../schemas/access.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { pageQuery } from '../schemas/page.ts';
import { conditionalWriteHeaders } from '../schemas/writes.ts';
import {
  changeMember,
  findMemberById,
  listMemberPage,
  type Member,
  removeMemberById,
} from '../services/people/members.ts';

const tags = ['Access'];
const present = (member: Member) => ({ data: presentMember(member) });

export const memberRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/members',
    {
      config: { permission: 'people:read' },
      schema: {
        operationId: 'listMembers',
        tags,
        summary: 'List members',
        description: 'The people who may use the team’s pages, by name.',
        querystring: pageQuery,
        response: { 200: memberListAnswer },
      },
    },
    (request) => paginate(request, presentMember, (page) => listMemberPage(request.scope, page)),
  );

  app.get(
    '/members/:member',
    {
      config: { permission: 'people:read', etag: true },
      schema: {
        operationId: 'getMember',
        tags,
        summary: 'Read a member',
        description: 'By the id of the membership: a person in two teams has two.',
        params: memberParams,
        response: { 200: memberAnswer },
      },
    },
    async ({ scope, params }) => present(requireFound('member', await findMemberById(scope, params.member))),
  );

  app.put(
    '/members/:member',
    {
      config: { permission: 'people:write' },
      schema: {
        operationId: 'changeMember',
        tags,
        summary: 'Change what a member may do',
        description:
          'It counts from the member’s next request on. A role that has, or a member who has, what the token lacks itself is a 422 under `role`, and so is any change of the last owner. `listings` together with a role that has `settings`, `people`, `tokens` or `webhooks` are a 422 under `listings`.',
        params: memberParams,
        headers: conditionalWriteHeaders,
        body: memberChangeBody,
        response: { 200: memberAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeMember(request.scope, request.params.member, request.body, options),
      ),
  );

  app.delete(
    '/members/:member',
    {
      config: { permission: 'people:write' },
      schema: {
        operationId: 'removeMember',
        tags,
        summary: 'Remove a member',
        description:
          'Tokens that they have made keep working. The last owner, and a member who has what the token lacks itself, is a 422 under `role`.',
        params: memberParams,
        headers: conditionalWriteHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), { present: null, version: present }, (options) =>
        removeMemberById(request.scope, request.params.member, options),
      ),
  );
};
