import type { Option } from '../../option.ts';
import { addTeamCommands } from './commands/team.ts';
import { teamFileSchemaRoute } from './routes/schema.ts';

/** A whole team as one file of JSON, which commands import and export. */
export const teamFile: Option = {
  name: 'team-file',
  commands: [addTeamCommands],
  create: () => ({
    scopes: {
      root: async (app) => {
        app.register(teamFileSchemaRoute);
      },
    },
  }),
};
