import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { publicBaseUrl } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { presentTeam, teamAnswer, teamChangeBody } from '../schemas/team.ts';
import { TEAM_PICTURES } from '../schemas/team-look.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import { removeTeamPicture } from '../services/pictures/team-pictures.ts';
import { changeTeam, readTeam, type TeamSettings } from '../services/team/settings.ts';

const tags = ['Account'];
const present = (team: TeamSettings, baseUrl: string) => ({ data: presentTeam(team, baseUrl) });

export const teamRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/team',
    {
      config: { permission: null, etag: true },
      schema: {
        operationId: 'getTeam',
        tags,
        summary: 'Read the team’s settings',
        description: 'What is set for the whole team: its name, its terms, and what its booking site takes.',
        response: { 200: teamAnswer },
      },
    },
    async (request) => present(await readTeam(request.scope), publicBaseUrl(request)),
  );

  app.put(
    '/team',
    {
      config: { permission: 'settings:write' },
      schema: {
        operationId: 'changeTeam',
        tags,
        summary: 'Change the team’s settings',
        description:
          'Send only what changes: an absent key keeps its value, null means the default. The slug and the currency cannot be changed here. Existing bookings stay as they are.',
        headers: conditionalWriteHeaders,
        body: teamChangeBody,
        response: { 200: teamAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) => changeTeam(request.scope, request.body, options)),
  );

  for (const { kind, title } of TEAM_PICTURES)
    app.delete(
      `/team/${kind}`,
      {
        config: { permission: 'settings:write' },
        schema: {
          operationId: `deleteTeam${title}`,
          tags,
          summary: `Delete the team’s ${kind}`,
          description:
            'Its stored pictures are deleted too, unless a photo has the same. Without one, nothing changes.',
          headers: writeHeaders,
          response: { 204: noContentAnswer },
        },
      },
      (request, reply) =>
        writeAndAnswer(request, reply.code(204), null, (options) =>
          removeTeamPicture(request.scope, kind, options),
        ),
    );
};
