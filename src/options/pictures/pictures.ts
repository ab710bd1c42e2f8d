import { z } from 'zod';
import type { Option } from '../../option.ts';
import { integerVariable } from '../../variables.ts';
import { PICTURE_INVARIANTS } from './db/queries/invariants.ts';
import { mediaRoutes } from './routes/media.ts';
import { teamPictureRoutes } from './routes/team-pictures.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { createPictures } from './services/pictures.ts';
import { removeLeftUploads } from './services/upload-folder.ts';

/** A TiB. */
const MAX_TEAM_MIB = 1_048_576;

const variables = z.object({ MEDIA_TEAM_MIB: integerVariable(0, MAX_TEAM_MIB).default(2_048) });

/** Takes pictures of photos, and of teams for their sites, keeps them in three sizes and serves them. */
export const pictures: Option<z.infer<typeof variables>> = {
  name: 'pictures',
  variables,
  invariants: { position: 20, queries: PICTURE_INVARIANTS },
  prepareServer: removeLeftUploads,
  create({ db }, { MEDIA_TEAM_MIB }) {
    const own = createPictures(db, MEDIA_TEAM_MIB);
    return {
      provides: { pictures: own },
      scopes: {
        team: async (app) => {
          app.register(uploadRoutes, own);
          app.register(teamPictureRoutes, own);
        },
        root: async (app, { account }) => {
          app.register(mediaRoutes, { pictures: own, account });
        },
      },
      close: own.close,
    };
  },
};
