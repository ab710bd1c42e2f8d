import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { presentTeam, teamAnswer } from '../../../schemas/team.ts';
import { TEAM_PICTURES } from '../../../schemas/team-look.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import type { Pictures } from '../../../services/catalogue/pictures.ts';
import { replaceTeamPicture } from '../../../services/pictures/team-pictures.ts';
import type { TeamSettings } from '../../../services/team/settings.ts';
import { PICTURE_ROUTE, pictureBodies, withUpload } from '../plugins/picture-body.ts';

const present = (team: TeamSettings, baseUrl: string) => ({ data: presentTeam(team, baseUrl) });

export const teamPictureRoutes: FastifyPluginAsyncZod<Pick<Pictures, 'uploads'>> = async (
  app,
  { uploads },
) => {
  app.register(pictureBodies);
  for (const { kind, title, forms } of TEAM_PICTURES)
    app.put(
      `/team/${kind}`,
      {
        ...PICTURE_ROUTE,
        config: { permission: 'settings:write', ...PICTURE_ROUTE.config },
        schema: {
          operationId: `uploadTeam${title}`,
          tags: ['Account'],
          summary: `Upload the team’s ${kind}`,
          description: `The body is the picture itself, within the limits of a photo. It replaces the former one. Stored ${forms}, upright, in sRGB and without metadata, and not the file that was sent. What is no such picture, is animated or damaged, or has no room is a 422 under \`${kind}\`.`,
          headers: writeHeaders,
          response: { 200: teamAnswer },
        },
      },
      (request, reply) =>
        withUpload(request, uploads, (upload) =>
          writeAndAnswer(request, reply, present, (options) =>
            replaceTeamPicture(request.scope, kind, upload, options),
          ),
        ),
    );
};
