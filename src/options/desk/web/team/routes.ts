import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { presentTeam, teamChangeBody } from '../../../../schemas/team.ts';
import { mayDo } from '../../../../services/access/access.ts';
import { listMembers } from '../../../../services/people/members.ts';
import { changeTeam, readTeam, type TeamSettings } from '../../../../services/team/settings.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import type { Form } from '../../../../web/form.ts';
import { LONG_FORM, needs, teamPath } from '../../../../web/member-visit.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { forgetSeen } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { teamPage } from './page.ts';
import { isTeamPart, TEAM_PARTS, type TeamPart } from './parts.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
export const teamRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, sent: { part: TeamPart; form: Form } | null = null) {
    const { scope } = reply.request;
    const seesMembers = mayDo(scope.access, 'people:read');
    const [team, members] = await Promise.all([readTeam(scope), seesMembers ? listMembers(scope) : null]);
    const view = { base: teamPath(reply.request), team, members, zones: ZONES, sent };
    const body = teamPage(reply, view);
    return sendPage(reply, { title: 'Team', status: sent === null ? 200 : 422, tab: 'team', body });
  }

  app.get('/team', needs('settings:read'), (_request, reply) => show(reply));

  app.post('/team/:part', { ...LONG_FORM, ...needs('settings:write') }, async (request, reply) => {
    const { part: name } = request.params as { part: string };
    const part = requireForPage(isTeamPart(name) ? name : null);
    const { open, read, computeVersion } = TEAM_PARTS[part];
    const form = open(request.body);
    const seen = form.text('seen');
    const input = form.check(teamChangeBody, read(form));
    if (!input) return show(reply, { part, form });
    const isCurrent = (stored: TeamSettings) => computeVersion(presentTeam(stored, '')) === seen;
    try {
      await changeTeam(request.scope, input, { isCurrent });
      return redirectWithNotice(reply, `${teamPath(request)}/team`, 'Saved.');
    } catch (error) {
      return show(reply, { part, form: forgetSeen(form.refused(error)) });
    }
  });
};
