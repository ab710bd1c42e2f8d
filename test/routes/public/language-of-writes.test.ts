import { beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/domain/languages/languages.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { day } from '../../helpers/factories.ts';
import { openSite } from '../../helpers/site.ts';

const world = await openSharedApp();
let site: Awaited<ReturnType<typeof openSite>>;
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  site = await openSite(world, { team: { languages: [...LANGUAGES] }, listing: { maxGuests: 2 } });
});

const IN_GERMAN = { 'accept-language': 'de-AT' };

describe('refusals of what a guest sends', () => {
  it('say in the language of the request what is wrong, by field and code', async () => {
    const body = site.wish({
      check_out: day(0),
      guest: { name: '', email: 'bea', phone: '1'.repeat(60) },
      special_requests: 'x'.repeat(20_000),
    });
    const { status, body: answer } = await site.visit('POST', '/bookings?language=de', { body });
    expect(status).toBe(422);
    expect(answer).toEqual({
      message: expect.stringMatching(/\. Außerdem gibt es 4 weitere Fehler\.$/),
      errors: {
        check_out: ['Die Abreise muss nach der Anreise liegen.'],
        'guest.name': ['Bitte geben Sie Ihren Namen an.'],
        'guest.email': ['Bitte geben Sie eine gültige E-Mail-Adresse an.'],
        'guest.phone': ['Diese Telefonnummer ist zu lang.'],
        special_requests: ['Ihre Wünsche sind zu lang. Bitte fassen Sie sich etwas kürzer.'],
      },
      codes: expect.objectContaining({ check_out: ['contradicts'], 'guest.email': ['invalid'] }),
    });
  });

  it('give a field without a sentence of its own one by the code', async () => {
    const { body } = await site.request({ expected_total: 'much', adults: 1 }, IN_GERMAN);
    expect(body.errors).toEqual({ expected_total: ['Bitte prüfen Sie diese Angabe.'] });
  });

  it('have the reasons against a stay, under their fields too', async () => {
    const { body } = await site.request({ number_of_guests: 3 }, IN_GERMAN);
    const tooMany = 'Diese Unterkunft bietet Platz für höchstens 2 Personen.';
    expect(body).toMatchObject({
      message: tooMany,
      errors: { number_of_guests: [tooMany] },
      reasons: [{ code: 'guests_exceeded', message: tooMany }],
    });
    const coupon = await site.request({ coupon_code: 'NONE' }, IN_GERMAN);
    expect(coupon.body.errors).toEqual({ coupon_code: ['Dieser Gutscheincode ist nicht gültig.'] });
  });

  it('are word for word as before in English', async () => {
    const { body } = await site.request({ check_out: day(0), guest: { name: 'Bea' } });
    expect(body).toMatchObject({
      message: 'The guest email field is required. (and 1 more error)',
      errors: {
        check_out: ['The check out field must be a date after check in.'],
        'guest.email': ['The guest email field is required.'],
      },
    });
  });

  it('of reads and all other errors stay in English', async () => {
    const invalid = await site.visit('GET', '/listings?page=0&language=de');
    expect(invalid.body.errors).toEqual({ page: ['The page field must be at least 1.'] });
    const changed = await site.request({ expected_total: 1 }, IN_GERMAN);
    expect(changed).toMatchObject({ status: 409, body: { message: 'The price is not the expected total.' } });
    expect(changed.body.price.price_breakdown[0].name).toBe('Übernachtung');
  });

  it('of a cancellation are in the language of the request, as its preview', async () => {
    await site.data(site.send('PUT', '/team', { site_bookings: 'instant' }));
    const { confirmation_code: code, key } = await site.requested();
    const expected = {
      success: false,
      message: 'Diese Buchung ist bestätigt. Bitte melden Sie sich bei uns, wenn Sie stornieren möchten.',
      errors: {},
    };
    expect(await site.withdraw(code, key, IN_GERMAN)).toMatchObject({ status: 422, body: expected });
    const preview = await site.visit('GET', `/bookings/${code}/cancellation?language=de`, {
      headers: { 'booking-key': key },
    });
    expect(preview).toMatchObject({ status: 422, body: expected });
    expect((await site.withdraw(code, key)).body.message).toBe(
      'This booking is confirmed. Please talk to your host to cancel it.',
    );
  });
});

describe('a booking of the site', () => {
  it('has the language of its request, and a guest who is new has it, too', async () => {
    const { body } = await site.request({}, IN_GERMAN);
    expect(body.data.language).toBe('de');
    const seen = await site.look(body.data.confirmation_code, body.data.key);
    expect(seen.body.data.language).toBe('de');
    const [booking] = await site.read(`/bookings?confirmation_code=${body.data.confirmation_code}`);
    expect(booking.language).toBe('de');
    expect((await site.read(`/guests/${booking.guest.id}`)).language).toBe('de');
    await site.request({ check_in: day(10), check_out: day(14) }, { 'accept-language': 'fr' });
    expect((await site.read(`/guests/${booking.guest.id}`)).language).toBe('de');
  });
});
