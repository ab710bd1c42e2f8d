import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Permission } from '../../../domain/access/permissions.ts';
import { chooseLanguage } from '../../../domain/languages/choose.ts';
import { isLanguageCode, type LanguageCode } from '../../../domain/languages/languages.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import { listLatestBookings } from '../../../services/bookings/read.ts';
import { Refusal } from '../../../services/errors.ts';
import { listPlaceNamesOfTeam } from '../../../services/place-names.ts';
import { readTeam } from '../../../services/team/settings.ts';
import { redirectWithNotice } from '../../../web/flash.ts';
import { emptyForm, type Form } from '../../../web/form.ts';
import { toWhichPlaces } from '../../../web/form-table/places.ts';
import { LONG_FORM, needsWholeTeam, teamPath } from '../../../web/member-visit.ts';
import { requireForPage } from '../../../web/page-error.ts';
import { readQuery } from '../../../web/paging.ts';
import { computeFormVersion, forgetSeen, type SentForm, toRefusedForm } from '../../../web/sent-form.ts';
import { sendPage } from '../../../web/views/layout.ts';
import { isGuestMailKind, MAIL_SCHEDULES } from '../domain/kinds.ts';
import { mailRulesChangeBody, presentMailRule } from '../schemas/rule.ts';
import { mailTextChangeBody, readMailTextParts } from '../schemas/text.ts';
import { previewMail } from '../services/preview.ts';
import type { RenderedMail } from '../services/rendering/page.ts';
import { changeMailRules, readMailRules, type ShownMailRule } from '../services/rules.ts';
import type { MailServices } from '../services/services.ts';
import {
  changeMailText,
  deleteMailText,
  findMailTextMessages,
  listMailTexts,
  listMailTextsOfKind,
  type MailTextKey,
  type ShownMailText,
} from '../services/texts.ts';
import { RULE, TEXT } from './form.ts';
import { kindPage, kindsPage } from './kind-page.ts';
import { MAIL_PAGE_HEADERS } from './mail-frame.ts';
import { MAIL_KIND_WORDS } from './words.ts';

const BOOKINGS_TO_SHOW = 10;
const previewed = z.object({ booking_id: z.uuid() });

/** `days` for `rules.0.days`. */
const toRulePath = (path: string): string => path.replace(/^rules\.\d+\./, '');

const kindIn = ({ params }: FastifyRequest): GuestMailKind => {
  const { kind } = params as { kind: string };
  return requireForPage(isGuestMailKind(kind) ? kind : null);
};
/** Null if the address names none, or an unknown one. */
function languageIn({ query }: FastifyRequest): LanguageCode | null {
  const { language = '' } = readQuery(query, ['language']);
  return isLanguageCode(language) ? language : null;
}
/** For an address that keeps the language of this one. */
const queryOf = (request: FastifyRequest): string => {
  const language = languageIn(request);
  return language === null ? '' : `?language=${language}`;
};
const kindPath = (request: FastifyRequest): string =>
  `${teamPath(request)}/messages/kinds/${kindIn(request)}${queryOf(request)}`;

/** Of the language that the address names, else of the team's first. */
async function keyIn(request: FastifyRequest): Promise<MailTextKey> {
  const language = languageIn(request) ?? chooseLanguage((await readTeam(request.scope)).languages);
  return { kind: kindIn(request), language };
}

const toRuleValues = (rule: ShownMailRule): Record<string, string> => ({
  ...RULE.toValues(presentMailRule(rule)),
  ...toWhichPlaces(rule.slugs),
});

const computeRuleVersion = (rule: ShownMailRule): string => computeFormVersion(toRuleValues(rule));
const computeTextVersion = ({ subject, body }: ShownMailText): string =>
  TEXT.computeVersion({ subject, body });

function createTextCheck(form: SentForm) {
  const seen = form.text('seen');
  return (stored: ShownMailText): boolean => computeTextVersion(stored) === seen;
}

export const messageKindRoutes: FastifyPluginAsync<MailServices> = async (app, services) => {
  app.get('/messages/kinds', needsWholeTeam('mails:read'), async (request, reply) => {
    const [rules, texts, places] = await Promise.all([
      readMailRules(request.scope),
      listMailTexts(request.scope),
      listPlaceNamesOfTeam(request.scope),
    ]);
    const body = kindsPage(reply, { base: teamPath(request), rules, texts, places });
    return sendPage(reply, { title: 'Rules and texts', tab: 'messages', body });
  });

  type Shown = { ruleForm?: Form; textForm?: Form; status?: number };
  async function show(reply: FastifyReply, { ruleForm, textForm, status = 200 }: Shown = {}) {
    const { request } = reply;
    const kind = kindIn(request);
    const rules = await readMailRules(request.scope);
    const rule = requireForPage(rules.find((one) => one.kind === kind) ?? null);
    const texts = await listMailTextsOfKind(request.scope, kind);
    const named = texts.find(({ language }) => language === languageIn(request));
    const text = requireForPage(named ?? texts[0] ?? null);
    const [bookings, places] = await Promise.all([
      listLatestBookings(request.scope, BOOKINGS_TO_SHOW),
      listPlaceNamesOfTeam(request.scope),
    ]);
    const [first] = bookings;
    const { subject, body: written } = text;
    const seen = computeTextVersion(text);
    const values = { seen, subject, body: written, booking_id: first?.booking.id ?? '', ...textForm?.values };
    const { preview, errors } = await findPreview(request, text, values, textForm?.errors ?? {});
    const body = kindPage(reply, {
      base: teamPath(request),
      rule,
      texts,
      text,
      query: named ? queryOf(request) : '',
      bookings,
      places,
      preview,
      ruleForm: {
        values: { seen: computeRuleVersion(rule), ...(ruleForm?.values ?? toRuleValues(rule)) },
        errors: ruleForm?.errors ?? {},
      },
      textSeen: seen,
      textForm: { values, errors },
    });
    const page_ = { title: MAIL_KIND_WORDS[kind], tab: 'messages', script: 'mail-text.js' } as const;
    return sendPage(reply, { ...page_, status, body });
  }

  /** As the guest would read it. Null if there is no booking or the text is invalid. */
  async function findPreview(
    request: FastifyRequest,
    { kind, language }: MailTextKey,
    { booking_id, subject, body }: { booking_id: string; subject: string; body: string },
    errors: Record<string, string>,
  ): Promise<{ preview: RenderedMail | null; errors: Record<string, string> }> {
    const { data } = previewed.safeParse({ booking_id });
    if (!data || Object.keys(errors).length > 0) return { preview: null, errors };
    try {
      const message = { kind, language, bookingId: data.booking_id, subject, body };
      return {
        preview: await previewMail(request.scope, services, message, app.publicUrl),
        errors,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { preview: null, errors: TEXT.open({}).refused(error).errors };
    }
  }

  const shown = (permission: Permission) => ({
    config: { permission, ofWholeTeam: true as const, headers: MAIL_PAGE_HEADERS, rendersTexts: true },
  });
  const longShown = { ...LONG_FORM, ...shown('mails:write') };
  app.get('/messages/kinds/:kind', shown('mails:read'), (_request, reply) => show(reply));

  app.post('/messages/kinds/:kind/rule', shown('mails:write'), async (request, reply) => {
    const kind = kindIn(request);
    const form = RULE.open(request.body, toRulePath);
    const seen = form.text('seen');
    const isUnscheduled = MAIL_SCHEDULES[kind] === null;
    const rule = RULE.read(form, (path) => isUnscheduled && (path === 'days' || path === 'hour'));
    const input = form.check(mailRulesChangeBody, { rules: [{ kind, ...rule }] });
    if (!input) return show(reply, { ruleForm: form, status: 422 });
    try {
      const isCurrent = (stored: ShownMailRule[]) =>
        stored.some((one) => one.kind === kind && computeRuleVersion(one) === seen);
      await changeMailRules(request.scope, input, { isCurrent });
    } catch (error) {
      return show(reply, { ruleForm: forgetSeen(form.refused(error)), status: 422 });
    }
    return redirectWithNotice(reply, kindPath(request), 'The rule is saved.');
  });

  /** For a form that saves or previews it. */
  async function readText(request: FastifyRequest): Promise<{
    form: SentForm;
    input: { subject: string; body: string } | null;
  }> {
    const form = TEXT.open(request.body);
    form.text('booking_id');
    form.text('seen');
    const body = TEXT.read(form);
    const messages = await findMailTextMessages(services.teamTexts, kindIn(request), readMailTextParts(body));
    const input = form.check(mailTextChangeBody, body, messages);
    return { form, input: input && { subject: input.subject ?? '', body: input.body ?? '' } };
  }

  app.post('/messages/kinds/:kind/preview', longShown, async (request, reply) => {
    const { form, input } = await readText(request);
    return show(reply, { textForm: form, status: input ? 200 : 422 });
  });

  app.post('/messages/kinds/:kind/text', longShown, async (request, reply) => {
    const { form, input } = await readText(request);
    if (!input) return show(reply, { textForm: form, status: 422 });
    try {
      const isCurrent = createTextCheck(form);
      await changeMailText(request.scope, services, { ...(await keyIn(request)), ...input }, { isCurrent });
    } catch (error) {
      return show(reply, { textForm: forgetSeen(form.refused(error)), status: 422 });
    }
    return redirectWithNotice(
      reply,
      kindPath(request),
      'The text is saved. It is used from the next message on.',
    );
  });

  app.post('/messages/kinds/:kind/ours', needsWholeTeam('mails:write'), async (request, reply) => {
    const isCurrent = createTextCheck(TEXT.open(request.body));
    try {
      await deleteMailText(request.scope, await keyIn(request), { isCurrent });
    } catch (error) {
      return show(reply, { textForm: toRefusedForm(emptyForm, error), status: 422 });
    }
    return redirectWithNotice(reply, kindPath(request), 'Our text is used again.');
  });
};
