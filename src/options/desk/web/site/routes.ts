import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { presentTeam, teamChangeBody } from '../../../../schemas/team.ts';
import { changeTeam, readTeam, type TeamSettings } from '../../../../services/team/settings.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import type { Form } from '../../../../web/form.ts';
import { LONG_FORM, teamPath } from '../../../../web/member-visit.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { SITE_FORM } from './form.ts';
import { sitePage } from './page.ts';

export const siteRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, sent: Form | null = null) {
    const { request } = reply;
    const team = await readTeam(request.scope);
    const body = sitePage(reply, {
      base: teamPath(request),
      form: sent ?? { values: SITE_FORM.toValues(presentTeam(team, '')), errors: {} },
      seen: SITE_FORM.computeVersion(presentTeam(team, '')),
      mode: team.siteBookings,
    });
    return sendPage(reply, { title: 'Site', status: sent ? 422 : 200, tab: 'site', body });
  }

  app.get('/site', (_request, reply) => show(reply));

  app.post('/site', LONG_FORM, async (request, reply) => {
    const form = SITE_FORM.open(request.body);
    const seen = form.text('seen');
    const change = form.check(teamChangeBody, SITE_FORM.read(form));
    if (!change) return show(reply, form);
    try {
      const isCurrent = (team: TeamSettings) => SITE_FORM.computeVersion(presentTeam(team, '')) === seen;
      await changeTeam(request.scope, change, { isCurrent });
    } catch (error) {
      return show(reply, form.refused(error));
    }
    return redirectWithNotice(
      reply,
      `${teamPath(request)}/site`,
      'Saved. Bookings that exist keep their terms.',
    );
  });
};
