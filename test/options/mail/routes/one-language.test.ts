/**
 * The promise of docs/rules.md, 26: what guests of a fully translated team read in messages and documents has no
 * sentence of another language. The slow test has the other languages.
 */
import { describe, it } from 'vitest';
import { LANGUAGES } from '../../../../src/domain/languages/languages.ts';
import { GUEST_MAIL_KINDS } from '../../../../src/domain/vocabulary.ts';
import { findOurMailTextFor } from '../../../../src/options/mail/domain/our-texts.ts';
import { type MailValues, SAMPLE_MAIL_VALUES } from '../../../../src/options/mail/domain/values.ts';
import { renderMail } from '../../../../src/options/mail/services/rendering/render.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { markText } from '../../../helpers/translated-team.ts';
import { expectMail, testGuestOf } from './one-language.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });

describe('a guest who reads de', () => testGuestOf(world, 'de'));

describe.each(LANGUAGES)('a guest who reads %s', (language) => {
  it('reads each branch of our texts in it alone', () => {
    const sample = {
      ...SAMPLE_MAIL_VALUES,
      team: { ...SAMPLE_MAIL_VALUES.team, payment_instructions: markText(language, 'How to pay') },
      listing: { ...SAMPLE_MAIL_VALUES.listing, arrival: markText(language, 'Arrival') },
    };
    const { booking, listing } = sample;
    const branches: Partial<MailValues>[] = [
      {},
      { listing: { ...listing, building: null, arrival: null, address: null } },
      { booking: { ...booking, was: 'pending', was_by_guest: true, balance_due: 0, payments: [] } },
      { booking: { ...booking, was: 'pending', cancellation_fee: null, status: 'cancelled' } },
      { booking: { ...booking, cancellation_fee: 0, refund_due: 0, status: 'cancelled' } },
    ];
    for (const branch of branches)
      for (const kind of GUEST_MAIL_KINDS) {
        const values = { ...sample, ...branch };
        const said = { language, values, hasLink: true, picture: null };
        expectMail(language, kind, renderMail(kind, findOurMailTextFor(kind, values, language), said));
      }
  });
});
