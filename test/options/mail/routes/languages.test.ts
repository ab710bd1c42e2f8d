/** In which language a guest reads a message (docs/rules.md, 26). */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/domain/languages/languages.ts';
import type { TeamLanguages } from '../../../../src/domain/translations.ts';
import { openSharedApp, sweepsOf } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });
const BEA = { name: 'Bea Lind', email: 'bea@example.com' };
const STAY = { check_in: '2031-06-01', check_out: '2031-06-05' };

/** A team of which every guest hears. */
async function openHouse(languages: TeamLanguages) {
  world.clock.set('2031-05-05T10:00:00Z');
  const inn = await openInn(world, { team: { languages, siteBookings: 'request' }, units: ['A', 'B', 'C'] });
  const rules = ['booking_requested', 'booking_confirmed', 'booking_cancelled'].map((kind) => ({
    kind,
    active: true,
    sources: null,
  }));
  await inn.data(inn.send('PUT', '/mail-rules', { rules }));
  return inn;
}

async function lastMail(inn: Inn, kind: string): Promise<Json> {
  const [mail] = await inn.read(`/mails?kind=${kind}`);
  return inn.read(`/mails/${mail.id}`);
}

describe('the language of a message', () => {
  it.each<[string, TeamLanguages, string | null, string | null, string]>([
    ['the booking’s', ['en', 'de', 'fr'], 'de', 'fr', 'de'],
    ['the guest’s without one of the booking', ['en', 'de', 'fr'], null, 'fr', 'fr'],
    ['the team’s first without either', ['it', 'de'], null, null, 'it'],
    ['the team’s first if the booking’s is not offered', ['it', 'de'], 'pt', null, 'it'],
  ])('is %s', async (_what, languages, ofBooking, ofGuest, expected) => {
    const inn = await openHouse(languages);
    await inn.data(inn.send('POST', '/guests', { ...BEA, language: ofGuest }), 201);
    await inn.book({ guest: BEA, ...STAY, language: ofBooking });
    const mail = await lastMail(inn, 'booking_confirmed');
    expect(mail.language).toBe(expected);
    expect(mail.html).toContain(`<html lang="${expected}">`);
  });

  it('decides over its dates, amounts and zone, and the address of the guest’s page names it', async () => {
    const inn = await openHouse(['en', 'de']);
    const { slug } = await inn.read('/team');
    const booking = { guest: BEA, ...STAY, language: 'de', status: 'pending', expires_in: 60 };
    const { confirmation_code: code } = await inn.book(booking);
    const { subject, text, html } = await lastMail(inn, 'booking_requested');
    expect(subject).toBe(`Ihre Anfrage für ${inn.listing.publicTitle}`);
    expect(text).toContain('Guten Tag Bea Lind,\n\nvielen Dank für Ihre Anfrage.');
    expect(text).toContain('- Gesamtpreis: 400,00\u00a0€');
    expect(text).toContain('bis Montag, 5. Mai 2031, 12:00 Uhr (Westeuropäische Sommerzeit) für Sie frei.');
    expect(html).toContain(
      `<a href="https://stay.example/site/${slug}?booking=${code}&amp;language=de">Ihre Buchung ansehen</a>`,
    );
  });

  it('decides over a message that a date brings about, too', async () => {
    const inn = await openHouse(['en', 'de', 'fr']);
    const rules = [{ kind: 'before_arrival', active: true, sources: null, days: 5 }];
    await inn.data(inn.send('PUT', '/mail-rules', { rules }));
    const own = { subject: 'Bald, am {{ booking.check_in | date: "%x" }}' };
    await inn.data(inn.send('PUT', '/mail-texts/before_arrival/de', own));
    for (const language of ['de', 'fr']) {
      await inn.book({ guest: { ...BEA, email: `${language}@example.com` }, ...STAY, language });
    }
    world.clock.set('2031-05-27T10:00:00Z');
    const [writeScheduled] = sweepsOf(world, 'mail');
    await writeScheduled?.(new AbortController().signal);
    const sent: Json[] = await inn.read('/mails?kind=before_arrival');
    const subjects = new Map(sent.map(({ language, subject }) => [language, subject]));
    expect(subjects.get('de')).toBe('Bald, am 01.06.31');
    expect(subjects.get('fr')).toContain('Votre séjour');
  });

  it('is kept when the booking gets another one, also if the message is sent again', async () => {
    const inn = await openHouse(['en', 'de', 'fr']);
    const { id } = await inn.book({ guest: BEA, ...STAY, language: 'de' });
    await inn.data(inn.change(id, { language: 'fr' }));
    const mail = await lastMail(inn, 'booking_confirmed');
    expect(mail.language).toBe('de');
    const again = await inn.data(inn.send('POST', `/mails/${mail.id}/resend`), 202);
    expect(again).toMatchObject({ language: 'de', subject: mail.subject });
    await inn.cancel(id);
    expect(await lastMail(inn, 'booking_cancelled')).toMatchObject({
      language: 'fr',
      subject: expect.stringContaining('est annulée'),
    });
  });

  it('is that of the frame of a message written by hand', async () => {
    const inn = await openHouse(['en', 'de']);
    const { id } = await inn.book({ guest: BEA, ...STAY, language: 'de' });
    const written = { subject: 'Schlüssel', body: 'Im Kasten.' };
    const mail = await inn.data(inn.send('POST', `/bookings/${id}/mails`, written), 202);
    expect(mail).toMatchObject({ kind: 'by_hand', language: 'de' });
    expect((await inn.read(`/mails/${mail.id}`)).html).toContain('<html lang="de">');
  });
});

describe('a text of the team', () => {
  const path = (language: string) => `/mail-texts/booking_confirmed/${language}`;

  it('is written for a language, and ours stands in the others', async () => {
    const inn = await openHouse(['en', 'de', 'fr']);
    const own = {
      subject: 'Bis {{ booking.check_in | date: "%A" }}',
      body: 'Am {{ booking.check_in | date }}.',
    };
    await inn.data(inn.send('PUT', path('de'), own));
    expect(await inn.read(path('de'))).toMatchObject({ language: 'de', ...own, replaced: true });
    expect(await inn.read(path('fr'))).toMatchObject({ replaced: false, subject: /confirmée/ });
    await inn.book({ guest: BEA, ...STAY, language: 'de' });
    expect(await lastMail(inn, 'booking_confirmed')).toMatchObject({
      subject: 'Bis Sonntag',
      text: 'Am Sonntag, 1. Juni 2031.',
    });
    await inn.book({ guest: BEA, ...STAY, language: 'fr' });
    expect((await lastMail(inn, 'booking_confirmed')).subject).toContain('Votre réservation est confirmée');
  });

  it('is listed by kind in the languages that the team offers, then in others that it was written for', async () => {
    const inn = await openHouse(['fr', 'de']);
    await inn.data(inn.send('PUT', path('pt'), { subject: 'Até breve' }));
    const list: Json[] = await inn.read('/mail-texts');
    const languagesOf = (kind: string) =>
      list.filter((text) => text.kind === kind).map(({ language, replaced }) => [language, replaced]);
    expect(languagesOf('booking_requested')).toEqual([
      ['fr', false],
      ['de', false],
    ]);
    expect(languagesOf('booking_confirmed')).toEqual([
      ['fr', false],
      ['de', false],
      ['pt', true],
    ]);
  });

  it('is kept in a language that is no longer offered, and not used', async () => {
    const inn = await openHouse(['en', 'de']);
    await inn.data(inn.send('PUT', path('pt'), { subject: 'Até breve' }));
    await inn.book({ guest: BEA, ...STAY, language: 'pt' });
    expect(await lastMail(inn, 'booking_confirmed')).toMatchObject({
      language: 'en',
      subject: expect.stringContaining('is confirmed'),
    });
    expect(await inn.read(path('pt'))).toMatchObject({ subject: 'Até breve', replaced: true });
  });

  it('is previewed in its language', async () => {
    const inn = await openHouse(['en', 'de']);
    const { id } = await inn.book({ guest: BEA, ...STAY });
    const preview = await inn.data(inn.send('POST', `${path('it')}/preview`, { booking_id: id }));
    expect(preview.text).toContain('la Sua prenotazione è confermata.');
    expect(preview.html).toContain('<html lang="it">');
  });

  it.each(LANGUAGES.filter((code) => code !== 'en'))(
    'of ours in %s can be sent back as it was read',
    async (language) => {
      const inn = await openHouse(['en', language]);
      for (const text of (await inn.read('/mail-texts')).filter((one: Json) => one.language === language))
        expect(await inn.data(inn.send('PUT', `/mail-texts/${text.kind}/${language}`, text))).toEqual({
          ...text,
          replaced: true,
        });
    },
  );
});
