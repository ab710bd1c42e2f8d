import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isLanguageCode, type LanguageCode } from '../../../../domain/languages/languages.ts';
import { presentListing } from '../../../../schemas/listings/listing.ts';
import { presentTeam, teamChangeBody } from '../../../../schemas/team.ts';
import type { NamedChargeKind } from '../../../../services/catalogue/charges.ts';
import { countTranslatedCharges } from '../../../../services/catalogue/translations.ts';
import { listListings } from '../../../../services/listings.ts';
import { changeTeam, readTeam, type TeamSettings } from '../../../../services/team/settings.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import type { Form } from '../../../../web/form.ts';
import {
  LONG_FORM,
  type Needs,
  needs,
  needsWholeTeam,
  readId,
  teamPath,
} from '../../../../web/member-visit.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { buildUrl, ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { forgetSeen, readForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { CHARGE_WORDS } from '../charges/words.ts';
import { LANGUAGES_FORM } from './form.ts';
import { languagesPage, overviewPage, type SentThing, type Subject, thingsPage } from './page.ts';
import { listThingsOfCharges, listThingsOfPlace, listThingsOfTeam } from './read-things.ts';
import { buildTranslationForm, countTexts, TEXTS_OF_PAGE } from './things.ts';

const TAB = 'languages';

/** One that the team offers beside its own. */
function languageIn({ params }: FastifyRequest, team: TeamSettings): LanguageCode {
  const { into = '' } = params as { into?: string };
  const [, ...others] = team.languages;
  return requireForPage(isLanguageCode(into) && others.includes(into) ? into : null);
}

export const languageRoutes: FastifyPluginAsync = async (app) => {
  app.register(offeredRoutes);
  app.register(translationRoutes);
};

const offeredRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, sent: Form | null = null) {
    const { request } = reply;
    const team = await readTeam(request.scope);
    const presented = presentTeam(team, '');
    const body = languagesPage(reply, {
      base: teamPath(request),
      form: sent ?? { values: LANGUAGES_FORM.toValues(presented), errors: {} },
      seen: sent?.values.seen ?? LANGUAGES_FORM.computeVersion(presented),
      others: team.languages.slice(1),
    });
    return sendPage(reply, { title: 'Languages', status: sent ? 422 : 200, tab: TAB, body });
  }

  app.get('/languages', needs('settings:read'), (_request, reply) => show(reply));

  app.post('/languages', needs('settings:write'), async (request, reply) => {
    const form = LANGUAGES_FORM.open(request.body);
    const seen = form.text('seen');
    const change = form.check(teamChangeBody, LANGUAGES_FORM.read(form));
    if (!change) return show(reply, form);
    try {
      const isCurrent = (team: TeamSettings) => LANGUAGES_FORM.computeVersion(presentTeam(team, '')) === seen;
      await changeTeam(request.scope, change, { isCurrent });
    } catch (error) {
      return show(reply, forgetSeen(form.refused(error)));
    }
    return redirectWithNotice(reply, `${teamPath(request)}/languages`, 'Saved.');
  });
};

type ReadSubject = (request: FastifyRequest, team: TeamSettings) => Promise<Subject>;

const NAMED_KINDS = ['fee', 'tax', 'discount'] as const satisfies NamedChargeKind[];
const readNamedKind = (query: unknown): NamedChargeKind => {
  const { kind } = readQuery(query, ['kind']);
  return NAMED_KINDS.find((one) => one === kind) ?? 'fee';
};

const translationRoutes: FastifyPluginAsync = async (app) => {
  app.get('/languages/:into', needs('settings:read'), async (request, reply) => {
    const { scope } = request;
    const team = await readTeam(scope);
    const code = languageIn(request, team);
    const page = readPageNumber(request.query);
    const { rows, total } = await listListings(scope, {}, { page, perPage: ROWS_PER_PAGE });
    const places = rows.map((listing) => {
      const page = { presented: presentListing(listing, ''), texts: TEXTS_OF_PAGE };
      const { all, translated } = countTexts([page], code);
      return { id: listing.id, title: listing.publicTitle, missing: all - translated };
    });
    const charges = NAMED_KINDS.map(async (kind) => ({
      kind,
      counted: await countTranslatedCharges(scope, kind, code),
    }));
    const body = overviewPage(reply, {
      base: teamPath(request),
      code,
      first: team.languages[0],
      team: countTexts(listThingsOfTeam(scope, team), code),
      charges: await Promise.all(charges),
      places: { rows: places, total },
      page,
    });
    return sendPage(reply, { title: 'Languages', tab: TAB, body });
  });

  translate('team', needs('settings:read'), needs('settings:write'), async ({ scope }, team) => ({
    path: 'team',
    title: 'Your site and messages',
    things: listThingsOfTeam(scope, team),
  }));
  translate('charges', needs('prices:read'), needsWholeTeam('prices:write'), async ({ scope, query }) => {
    const kind = readNamedKind(query);
    const page = readPageNumber(query);
    const { rows, total } = await listThingsOfCharges(scope, kind, { page, perPage: ROWS_PER_PAGE });
    const pathOf = (page: number) => buildUrl('charges', { kind, page });
    const { all: title } = CHARGE_WORDS[kind];
    return { path: pathOf(page), title, things: rows, pages: { page, total, pathOf } };
  });
  translate('places/:listing', needs('listings:read'), needs('listings:write'), async (request) => {
    const found = await listThingsOfPlace(request.scope, readId(request, 'listing'));
    const { listing, things } = requireForPage(found);
    return { path: `places/${listing.id}`, title: listing.publicTitle, things };
  });

  /** Each thing of the page is saved by itself. */
  function translate(end: string, reads: Needs, writes: Needs, readSubject: ReadSubject): void {
    async function show(reply: FastifyReply, sent: SentThing | null = null) {
      const { request } = reply;
      const team = await readTeam(request.scope);
      const code = languageIn(request, team);
      const subject = await readSubject(request, team);
      const base = `${teamPath(request)}/languages/${code}`;
      const body = thingsPage(reply, { base, code, first: team.languages[0], ...subject, sent });
      return sendPage(reply, { title: subject.title, status: sent ? 422 : 200, tab: TAB, body });
    }

    app.get(`/languages/:into/${end}`, reads, (_request, reply) => show(reply));

    app.post(`/languages/:into/${end}`, { ...LONG_FORM, ...writes }, async (request, reply) => {
      const team = await readTeam(request.scope);
      const code = languageIn(request, team);
      const { path, things } = await readSubject(request, team);
      const key = readForm(request.body, {}).text('thing');
      const thing = requireForPage(things.find((one) => one.key === key) ?? null);
      const table = buildTranslationForm(thing, code);
      const form = table.open(request.body);
      const seen = form.text('seen');
      const { translations = {} } = table.read(form);
      const save = thing.prepareSave(
        form,
        translations,
        (presented) => table.computeVersion(presented) === seen,
      );
      if (!save) return show(reply, { key, form });
      try {
        await save();
      } catch (error) {
        return show(reply, { key, form: forgetSeen(form.refused(error)) });
      }
      return redirectWithNotice(reply, `${teamPath(request)}/languages/${code}/${path}`, 'Saved.');
    });
  }
};
