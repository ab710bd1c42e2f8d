import type { Option } from '../../option.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addTeamCommands } from './commands/team.ts';
import { demo } from './demo.ts';
import { teamFileSchemaRoute } from './routes/schema.ts';

/** A whole team as one file of JSON, which commands import and export. The demo is made of one. */
export const teamFile: Option = {
  name: 'team-file',
  commands: [addDemoCommand, addTeamCommands],
  demo,
  create: () => ({
    scopes: {
      root: async (app) => {
        app.register(teamFileSchemaRoute);
      },
    },
  }),
};
