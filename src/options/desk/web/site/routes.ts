import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { toWholeAddress } from '../../../../domain/text/picture-address.ts';
import { publicBaseUrl } from '../../../../plugins/paging.ts';
import { presentTeam, teamChangeBody } from '../../../../schemas/team.ts';
import { removeTeamPicture, replaceTeamPicture } from '../../../../services/pictures/team-pictures.ts';
import type { Services } from '../../../../services/services.ts';
import { changeTeam, readTeam, type TeamSettings } from '../../../../services/team/settings.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import type { Form } from '../../../../web/form.ts';
import { LONG_FORM, needs, teamPath } from '../../../../web/member-visit.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { forgetSeen } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { toServiceRoot } from '../../../../web/views/navigation.ts';
import { PICTURE_ROUTE, pictureBodies, withUpload } from '../../../pictures/plugins/picture-body.ts';
import { answerUploadErrors } from '../upload-errors.ts';
import { SITE_FORM } from './form.ts';
import { sitePage } from './page.ts';
import { PICTURE_KINDS, removePicturePage } from './pictures-card.ts';
import { renderSitePreview, type SiteLook } from './preview.ts';

/** The page's script sends pictures, and asks for the preview. */
const WITH_SCRIPT = { mayFetch: true };

/** By paths of this service. */
function toLook({ visit }: FastifyRequest, team: TeamSettings): SiteLook {
  const root = toServiceRoot(visit.root);
  return {
    name: team.name,
    headline: team.siteHeadline,
    sentence: team.siteSentence,
    color: team.siteColor,
    logo: toWholeAddress(team.logoUrl, root),
    cover: toWholeAddress(team.coverMediumUrl, root),
  };
}

type TypedLook = Partial<Record<'name' | 'site_headline' | 'site_sentence' | 'site_color', string>>;

/** What is typed and not saved yet. A colour that is not whole yet shows the stored one. */
function toTypedLook(look: SiteLook, typed: TypedLook): SiteLook {
  const { name = '', site_headline = '', site_sentence = '', site_color = '' } = typed;
  const color = teamChangeBody.safeParse({ site_color }).data?.siteColor;
  return {
    ...look,
    name: String(name).trim() || look.name,
    headline: String(site_headline).trim() || null,
    sentence: String(site_sentence).trim() || null,
    color: color === undefined ? look.color : color,
  };
}

export const siteRoutes: FastifyPluginAsync<Services> = async (app, { pictures }) => {
  async function show(reply: FastifyReply, sent: Form | null = null) {
    const { request } = reply;
    const team = await readTeam(request.scope);
    const look = toLook(request, team);
    const presented = presentTeam(team, '');
    const body = sitePage(reply, {
      base: teamPath(request),
      form: sent ?? { values: SITE_FORM.toValues(presented), errors: {} },
      seen: sent?.values.seen ?? SITE_FORM.computeVersion(presented),
      mode: team.siteBookings,
      look: sent ? toTypedLook(look, sent.values) : look,
      takesPictures: pictures.takesPictures,
    });
    return sendPage(reply, { title: 'Site', status: sent ? 422 : 200, tab: 'site', script: 'site.js', body });
  }

  app.get('/site', { config: { permission: 'settings:read', ...WITH_SCRIPT } }, (_request, reply) =>
    show(reply),
  );

  /** A part of the page, for its script. */
  app.get<{ Querystring: TypedLook }>('/site/preview', needs('settings:read'), async (request, reply) => {
    const look = toTypedLook(toLook(request, await readTeam(request.scope)), request.query);
    return reply.type('text/html; charset=utf-8').send(renderSitePreview(look).toString());
  });

  app.post(
    '/site',
    { ...LONG_FORM, config: { permission: 'settings:write', ...WITH_SCRIPT } },
    async (request, reply) => {
      const form = SITE_FORM.open(request.body);
      const seen = form.text('seen');
      const change = form.check(teamChangeBody, SITE_FORM.read(form));
      if (!change) return show(reply, form);
      try {
        const isCurrent = (team: TeamSettings) => SITE_FORM.computeVersion(presentTeam(team, '')) === seen;
        await changeTeam(request.scope, change, { isCurrent });
      } catch (error) {
        return show(reply, forgetSeen(form.refused(error)));
      }
      return redirectWithNotice(
        reply,
        `${teamPath(request)}/site`,
        'Saved. Bookings that exist keep their terms.',
      );
    },
  );

  app.register(async (uploads) => {
    uploads.register(pictureBodies);
    answerUploadErrors(uploads);
    const pictureRoute = {
      ...PICTURE_ROUTE,
      config: { ...PICTURE_ROUTE.config, permission: 'settings:write' },
    } as const;
    for (const kind of PICTURE_KINDS)
      uploads.post(`/site/${kind}/upload`, pictureRoute, (request, reply) =>
        withUpload(request, pictures.uploads, async (upload) => {
          const team = await replaceTeamPicture(request.scope, kind, upload);
          reply.send({ data: presentTeam(team, publicBaseUrl(request)) });
        }),
      );
  });

  for (const kind of PICTURE_KINDS) {
    app.get(`/site/${kind}/delete`, needs('settings:write'), async (request, reply) => {
      const look = toLook(request, await readTeam(request.scope));
      const address = requireForPage(look[kind]);
      const body = removePicturePage(reply, { base: teamPath(request), kind, address });
      return sendPage(reply, { title: `Remove the ${kind}`, tab: 'site', body });
    });

    app.post(`/site/${kind}/delete`, needs('settings:write'), async (request, reply) => {
      await removeTeamPicture(request.scope, kind);
      return redirectWithNotice(reply, `${teamPath(request)}/site`, `The ${kind} is removed.`);
    });
  }
};
