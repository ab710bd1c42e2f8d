import type { FastifyPluginCallback } from 'fastify';
import { REVALIDATED_ANSWER } from '../../../plugins/etag.ts';
import {
  buildStaticFile,
  FILE_ROUTE,
  type StaticFile,
  sendStaticFile,
} from '../../../plugins/static-files.ts';
import { buildTeamFileJsonSchema } from '../file/json-schema.ts';

/** Code editors check and complete a team file with it. It is the same for every team. */
export const teamFileSchemaRoute: FastifyPluginCallback = (app, _options, done) => {
  let schema: StaticFile | undefined;
  app.get('/team-file.schema.json', FILE_ROUTE, (_request, reply) => {
    schema ??= buildStaticFile(
      'team-file.schema.json',
      Buffer.from(JSON.stringify(buildTeamFileJsonSchema())),
    );
    return sendStaticFile(reply, schema, REVALIDATED_ANSWER);
  });
  done();
};
