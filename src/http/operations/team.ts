import { z } from 'zod';
import { presentTeam, teamSchema } from '../../schemas/team.ts';
import { givenBody } from '../../services/team-data/judging.ts';
import { TEAM, teamSchema as teamEntry } from '../../services/team-data/team.ts';
import type { TeamRecord } from '../../services/team-settings.ts';
import { read } from '../reading.ts';
import { write } from '../writing.ts';

const teamAnswer = z.object({ data: teamSchema });
const present = (team: TeamRecord) => ({ data: presentTeam(team) });

const teamChange = givenBody(
  TEAM,
  teamEntry.omit({ slug: true, currency: true, created_at: true, updated_at: true }),
  'change',
).meta({ id: 'TeamChange' });

const getTeam = read({
  id: 'getTeam',
  tag: 'Account',
  summary: 'Read the team’s settings',
  asks: 'team',
  route: 'GET /v1/team',
  success: teamAnswer,
  isTagged: true,
  answer: async ({ services, teamId }) => present(await services.teamSettings.findTeam(teamId)),
});

const changeTeam = write({
  id: 'changeTeam',
  tag: 'Account',
  summary: 'Change the team’s settings',
  description:
    'Send only what changes: an absent key keeps its value, null means the default. The slug and the currency cannot be changed here. Existing bookings stay as they are.',
  asks: 'team',
  route: 'PUT /v1/team',
  body: teamChange,
  ifMatch: { schema: teamAnswer, present },
  run: ({ services, body }, call) => services.teamSettings.changeTeam(call, body),
  success: 200,
  answers: teamAnswer,
  present,
});

export const teamOperations = [getTeam, changeTeam];
