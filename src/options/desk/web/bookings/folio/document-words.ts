/** What a document says around its facts, in the language in which it was issued (docs/rules.md, 26.44). */
import type { StayDate } from '../../../../../domain/dates/dates.ts';
import { ppmToPercent } from '../../../../../domain/formats.ts';
import { type LanguageCode, languages } from '../../../../../domain/languages/languages.ts';
import { fill, fillPlural } from '../../../../../domain/languages/sentences.ts';
import { createMoneyFormat } from '../../../../../domain/money.ts';
import type { PriceLine } from '../../../../../domain/pricing/lines.ts';
import { dateWithYear } from '../../../../../web/views/format.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { presentDate, presentExactTime } from '../../../../../web/views/when.ts';

const MAX_PERCENT_DIGITS = 4;

export type DocumentWords = ReturnType<typeof createDocumentWords>;

type Written = { language: LanguageCode; currency: string; timezone: string };

export function createDocumentWords({ language, currency, timezone }: Written) {
  const { locale, documents, site } = languages[language];
  const words = { ...site.document, ...documents };
  const moneyFormat = createMoneyFormat(currency, { locale });
  const unitsOfCurrency = 10 ** (moneyFormat.resolvedOptions().maximumFractionDigits ?? 2);
  const percentFormat = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: MAX_PERCENT_DIGITS,
  });

  const money = (cents: number): string => moneyFormat.format(cents / unitsOfCurrency);
  const percent = (ppm: number): string => percentFormat.format(ppmToPercent(ppm) / 100);
  const day = (date: StayDate): string =>
    language === 'en'
      ? dateWithYear(date)
      : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(`${date}T00:00Z`),
        );
  const dayOf = (moment: Date): string =>
    language === 'en'
      ? presentDate(moment, timezone)
      : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timezone }).format(moment);

  return {
    language,
    words,
    money,
    percent,
    day,
    dayOf,
    renderDayOf: (moment: Date): Html =>
      html`<time datetime="${moment.toISOString()}" title="${presentExactTime(moment, timezone)}">${dayOf(moment)}</time>`,

    stay: (from: StayDate, to: StayDate, counts: { nights: number; guests: number }): string =>
      fill(documents.dates, {
        from: day(from),
        to: day(to),
        nights: fillPlural(locale, site.counts.nights, { count: counts.nights }),
        guests: fillPlural(locale, site.counts.guests, { count: counts.guests }),
      }),

    /** Such as "4 nights × €100.00" or "6% of €545.09". */
    count({ basis, quantity, unitAmountCents, percentPpm, baseAmountCents }: PriceLine): string {
      if (basis === 'percent' && percentPpm !== null)
        return baseAmountCents === null
          ? percent(percentPpm)
          : fill(documents.percentOf, { percent: percent(percentPpm), amount: money(baseAmountCents) });
      const counted = fillPlural(locale, documents.counts[basis], { count: quantity ?? 1 });
      return unitAmountCents === null ? counted : `${counted} × ${money(unitAmountCents)}`;
    },

    takenBack: (invoices: readonly string[]): string =>
      fillPlural(locale, documents.takenBack, { count: invoices.length, invoices: invoices.join(', ') }),
  };
}
