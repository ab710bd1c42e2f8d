/** What guests of a fully translated team read in messages and documents, in one language (docs/rules.md, 26). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { LANGUAGES, type LanguageCode, languages } from '../../../../src/domain/languages/languages.ts';
import type { TeamLanguages } from '../../../../src/domain/translations.ts';
import { GUEST_MAIL_KINDS } from '../../../../src/domain/vocabulary.ts';
import { mails } from '../../../../src/options/mail/db/schema/outbox.ts';
import { formatStayCalendar } from '../../../../src/options/mail/services/stay-calendar.ts';
import type { TestApp } from '../../../helpers/app.ts';
import type { Json } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { findForeignSentences } from '../../../helpers/foreign-sentences.ts';
import { buildMember, visitorOf } from '../../../helpers/pages.ts';
import { listOtherMarks, markText, openTranslatedTeam } from '../../../helpers/translated-team.ts';

const NOW = '2031-05-05T10:00:00Z';
const ORGANIZER = { name: 'Polyglot Stays', address: 'desk@polyglot.example' };

/** Names of days and months of other languages, if they are long enough to be no part of another word. */
function findForeignDates(language: LanguageCode, text: string): string[] {
  const own = DATE_WORDS[language];
  const shown = new Set(text.toLowerCase().split(/[^\p{L}-]+/u));
  return LANGUAGES.filter((code) => code !== language)
    .flatMap((code) => DATE_WORDS[code])
    .filter((word) => word.length > 3 && shown.has(word) && !own.includes(word));
}

function listDateWords(language: LanguageCode): string[] {
  const words = (options: Intl.DateTimeFormatOptions, dates: readonly Date[]) => {
    const format = new Intl.DateTimeFormat(languages[language].locale, { ...options, timeZone: 'UTC' });
    return dates.map((date) => format.format(date).toLowerCase());
  };
  const dates = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2031, index, index + 1)));
  return [...words({ weekday: 'long' }, dates), ...words({ month: 'long' }, dates)];
}

const DATE_WORDS = Object.fromEntries(LANGUAGES.map((code) => [code, listDateWords(code)])) as Record<
  LanguageCode,
  string[]
>;

/** Messages share most of their lines, so each is looked at once. */
const checkedLines = new Set<string>();

function findForeignInLine(language: LanguageCode, line: string): string[] {
  const key = `${language} ${line}`;
  if (checkedLines.has(key)) return [];
  checkedLines.add(key);
  return findForeignSentences(language, line);
}

/** Without what nobody reads. */
const withoutMarkup = (html: string): string =>
  html.replace(/<style>.*?<\/style>/s, ' ').replaceAll(/<[^>]*>/g, '\n');

function expectOneLanguage(language: LanguageCode, what: string, text: string): void {
  const marks = listOtherMarks(language).filter((mark) => text.includes(mark));
  // Line by line, because the end of one and the beginning of the next are no sentence.
  const sentences = text.split('\n').flatMap((line) => findForeignInLine(language, line));
  const found = [...marks, ...sentences, ...findForeignDates(language, text)];
  expect([what, found]).toEqual([what, []]);
}

export const expectMail = (language: LanguageCode, what: string, mail: Json): void => {
  expectOneLanguage(language, `${what}: subject`, mail.subject);
  expectOneLanguage(language, `${what}: text`, mail.text);
  expectOneLanguage(language, `${what}: html`, withoutMarkup(mail.html));
  expect(mail.html).toContain(`<html lang="${language}">`);
};

/** The tests of a guest who reads the language. */
export function testGuestOf(world: TestApp, language: LanguageCode): void {
  /** Of a team whose own language is another one, so that a text that is not chosen is found. */
  async function openHouse() {
    world.clock.set(NOW);
    const [first, ...others] = [...LANGUAGES.slice(LANGUAGES.indexOf(language) + 1), ...LANGUAGES];
    const all = [first, ...others].filter((code, index, list) => list.indexOf(code) === index);
    const team = await openTranslatedTeam(world, {
      slug: `polyglot-${language}-${randomUUID()}`,
      languages: all as unknown as TeamLanguages,
      settings: { arrival_days_before: 60, payment_link: 'https://pay.example/{confirmation_code}' },
    });
    const rules = GUEST_MAIL_KINDS.map((kind) => ({ kind, active: true, sources: null }));
    await team.data(team.send('PUT', '/mail-rules', { rules }));
    const book = async (slug: string, more: object = {}): Promise<Json> => {
      const stay = { listing_id: team.findListing(slug).id, check_in: day(0), check_out: day(4), language };
      const guest = { name: 'Bea Lind', email: `bea-${slug}@guest.example` };
      return team.data(team.send('POST', '/bookings', { ...stay, number_of_guests: 1, guest, ...more }), 201);
    };
    return { ...team, book };
  }

  it('gets all messages in it alone, with their calendar files', async () => {
    const { data, send, read, book, slug, teamId } = await openHouse();
    for (const place of ['loft', 'double', 'single']) {
      const { id } = await book(place);
      for (const kind of place === 'double' ? GUEST_MAIL_KINDS : []) {
        const preview = await data(
          send('POST', `/mail-texts/${kind}/${language}/preview`, { booking_id: id }),
        );
        expectMail(language, `${kind} of ${place}`, preview);
      }
      await data(send('PUT', `/bookings/${id}`, { check_out: day(5) }));
      await data(send('POST', `/bookings/${id}/payments`, { amount: 10_000 }), 201);
      await data(send('POST', `/bookings/${id}/cancel`, {}));
    }
    const request = await book('loft', {
      status: 'pending',
      expires_in: 60,
      check_in: day(10),
      check_out: day(13),
    });
    const body = { email: 'bea-loft@guest.example' };
    await world.app.inject({
      method: 'POST',
      url: `/v1/public/${slug}/bookings/${request.confirmation_code}/link`,
      payload: body,
    });
    const sent: Json[] = await read('/mails?per_page=100');
    const kinds = new Set(sent.map(({ kind }) => kind));
    for (const kind of [
      'booking_requested',
      'booking_confirmed',
      'booking_changed',
      'booking_cancelled',
      'payment_received',
    ])
      expect(kinds).toContain(kind);
    for (const { id, kind, language: written } of sent) {
      expect(written).toBe(language);
      const mail = await read(`/mails/${id}`);
      expectMail(language, kind, mail);
      expect(mail.text).toContain(`[${language}]`);
    }
    const rows = await world.db
      .select()
      .from(mails)
      .where(and(eq(mails.teamId, teamId), eq(mails.kind, 'booking_confirmed')));
    for (const row of rows) {
      const file = formatStayCalendar(row, ORGANIZER)?.content.replaceAll('\r\n ', '') ?? '';
      expect(file).toContain(languages[language].mail.calendar.declining.replaceAll(',', '\\,'));
      expect(file).toContain(`SUMMARY:${markText(language, '')}`);
      expectOneLanguage(language, 'stay.ics', file);
    }
  });

  it('reads invoices and credit notes in it alone', async () => {
    const { data, send, book, slug, teamId } = await openHouse();
    const { id } = await book('double');
    await data(send('POST', `/bookings/${id}/payments`, { amount: 20_000 }), 201);
    await data(send('POST', `/bookings/${id}/cancel`, { fee: 15_000 }));
    const { invoices } = await data(send('GET', `/bookings/${id}/folio`));
    expect(invoices.length).toBeGreaterThan(1);
    const member = await buildMember(world, { teamId });
    const visitor = visitorOf(world);
    await visitor.signIn(member.email);
    for (const invoice of invoices) {
      const page = await visitor.get(`/app/teams/${slug}/bookings/${id}/invoices/${invoice.id}`);
      const [sheet = ''] = /<article.*<\/article>/s.exec(page.body) ?? [];
      expect(sheet).toContain(`<article class="card invoice" lang="${language}"`);
      expect(sheet).toContain(`[${language}]`);
      expectOneLanguage(language, `${invoice.kind} ${invoice.status}`, withoutMarkup(sheet));
    }
  });
}
