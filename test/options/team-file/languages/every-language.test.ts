import { expect, test } from 'vitest';
import { LANGUAGES, type LanguageCode, languages } from '../../../../src/domain/languages/languages.ts';
import { openSharedApp, TEST_NOW } from '../../../helpers/app.ts';
import type { Json } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { listOtherMarks, openTranslatedTeam } from '../../../helpers/translated-team.ts';

const world = await openSharedApp();
world.clock.set(TEST_NOW);
const team = await openTranslatedTeam(world);

const listTexts = (value: unknown): string[] => {
  if (typeof value === 'string') {
    // Some lists of lines are JSON texts.
    if (/^\[\{/.test(value)) return listTexts(JSON.parse(value));
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
};

const escapeText = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const toPattern = (sentence: string) =>
  new RegExp(
    `^${sentence
      .split(/\{\w+\}/)
      .map(escapeText)
      .join('.+')}$`,
    's',
  );
/** What answers say in our words. */
const sentencesOf = (code: LanguageCode) => {
  const { reasons, errors, amenities, lines, pages } = languages[code];
  return listTexts([reasons, errors, amenities, lines, pages]).map(toPattern);
};
const ownSentences = Object.fromEntries(LANGUAGES.map((code) => [code, sentencesOf(code)]));
const isSaidIn = (code: LanguageCode, text: string) =>
  ownSentences[code]?.some((pattern) => pattern.test(text)) ?? false;

/** Texts that are marked with another language, or are a sentence of ours in another one alone. */
function listForeignTexts(language: LanguageCode, answer: unknown): string[] {
  const marks = listOtherMarks(language);
  const others = LANGUAGES.filter((code) => code !== language);
  return listTexts(answer).filter(
    (text) =>
      marks.some((mark) => text.includes(mark)) ||
      (!isSaidIn(language, text) && others.some((code) => isSaidIn(code, text))),
  );
}

async function visit(method: 'GET' | 'POST', path: string, language: string, { body, key }: Json = {}) {
  const [address, query = ''] = path.split('?');
  const answer = await world.app.inject({
    method,
    url: `/v1/public/${team.slug}${address}?${new URLSearchParams([...new URLSearchParams(query), ['language', language]])}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'booking-key': key }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const STAY = `check_in=${day(1)}&check_out=${day(5)}`;
const SLUGS = ['loft', 'house', 'double', 'single'];
const READS = [
  '',
  '/listings?per_page=2',
  ...SLUGS.flatMap((slug) => [
    `/listings/${slug}`,
    `/listings/${slug}/details`,
    `/listings/${slug}/terms`,
    `/listings/${slug}/calendar?start_date=${day(0)}&end_date=${day(30)}`,
    `/listings/${slug}/availability?${STAY}&adults=1&pets=1&extras=breakfast&coupon_code=SPRING15`,
    `/listings/${slug}/availability?check_in=${day(-3)}&check_out=${day(-2)}&guests=9&alternatives=2`,
  ]),
  `/search?${STAY}&guests=2`,
  `/search?check_in=${day(1)}&check_out=${day(2)}&guests=9&available=all&per_page=2`,
];

test.for(LANGUAGES)('in %s no public answer has a sentence of another language', async (language) => {
  for (const path of READS) {
    const { status, body } = await visit('GET', path, language);
    expect([path, status]).toEqual([path, 200]);
    expect([path, listForeignTexts(language, body)]).toEqual([path, []]);
  }

  const from = LANGUAGES.indexOf(language) * 10 + 10;
  const stay = { check_in: day(from), check_out: day(from + 4) };
  const quote = await visit(
    'GET',
    `/listings/loft/availability?${new URLSearchParams(stay)}&guests=2&extras=breakfast`,
    language,
  );
  const wish = {
    listing: 'loft',
    ...stay,
    number_of_guests: 2,
    extras: [{ code: 'breakfast' }],
    guest: { name: 'Bea Lind', email: `bea.${language}@example.com` },
    expected_total: quote.body.data.price.grand_total,
  };
  const made = await visit('POST', '/bookings', language, { body: wish });
  expect([made.status, listForeignTexts(language, made.body)]).toEqual([201, []]);
  const { confirmation_code: code, key } = made.body.data;
  const documents = await visit('GET', `/bookings/${code}/documents`, language, { key });
  const ofBooking = ['', '/cancellation', ...documents.body.data.map(({ id }: Json) => `/documents/${id}`)];
  for (const path of ofBooking) {
    const { status, body } = await visit('GET', `/bookings/${code}${path}`, language, { key });
    expect([path, status, listForeignTexts(language, body)]).toEqual([path, 200, []]);
  }

  const refused = [
    await visit('POST', '/bookings', language, { body: {} }),
    await visit('POST', '/bookings', language, { body: { ...wish, number_of_guests: 9, coupon_code: 'NO' } }),
    await visit('POST', '/bookings', language, { body: { ...wish, check_out: day(from), guest: {} } }),
    await visit('POST', '/bookings', language, { body: { ...wish, extras: [{ code: 'sauna' }] } }),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(422);
    const { message, errors, reasons = [] } = body;
    const texts = [...Object.values(errors), ...reasons.map((reason: Json) => reason.message)].flat();
    expect(texts.filter((text) => language !== 'en' && !isSaidIn(language, text))).toEqual([]);
    expect(listForeignTexts(language, [message, texts])).toEqual([]);
  }

  const cancelled = await visit('POST', `/bookings/${code}/cancel`, language, { key });
  expect([cancelled.status, listForeignTexts(language, cancelled.body)]).toEqual([200, []]);
  const again = await visit('POST', `/bookings/${code}/cancel`, language, { key });
  expect([again.status, listForeignTexts(language, again.body)]).toEqual([422, []]);
});
