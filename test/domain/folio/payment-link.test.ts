import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillInPaymentLink, isPaymentLink } from '../../../src/domain/folio/payment-link.ts';
import { countMinorDigits } from '../../../src/domain/money.ts';

const fill = (link: string, amountCents: number, currency: string, confirmationCode = 'HB7K2M9Q') =>
  fillInPaymentLink(link, { confirmationCode, amountCents, currency });

test.each([
  'https://pay.example',
  'https://pay.example/',
  'HTTPS://pay.example:8443/a?b=c#{amount}',
  'https://pay.example/{confirmation_code}/{amount}{currency}',
  'https://pay.example?{amount}&{amount}',
  `https://pay.example/${'x'.repeat(2_028)}`,
])('%s is a payment link', (link) => {
  expect(isPaymentLink(link)).toBe(true);
});

test.each([
  'http://pay.example/{amount}',
  'pay.example/{amount}',
  'https://{confirmation_code}.example/',
  'https://{currency}@pay.example/',
  'https://pay.example:{amount}/',
  'https://pay.example{amount}',
  'https://pay.example\\{amount}',
  'https://pay.example/{iban}',
  'https://pay.example/{Amount}',
  'https://pay.example/{ amount }',
  'https://pay.example/{}',
  'https://pay.example/{amount',
  'https://pay.example/amount}',
  'https://pay.example/{{amount}}',
  'https://pay.example/a\nb',
  'javascript:alert({amount})',
  `https://pay.example/${'x'.repeat(2_029)}`,
])('%s is no payment link', (link) => {
  expect(isPaymentLink(link)).toBe(false);
});

test('a payment link is filled in with a decimal amount and percent-encoded values', () => {
  const link = 'https://pay.example/{confirmation_code}?a={amount}&c={currency}&again={amount}';
  expect(fill(link, 124_050, 'EUR', 'HB 7/&?=#é')).toBe(
    'https://pay.example/HB%207%2F%26%3F%3D%23%C3%A9?a=1240.50&c=EUR&again=1240.50',
  );
  expect(fill('https://pay.example/{amount}', 1_240, 'JPY')).toBe('https://pay.example/1240');
  expect(fill('https://pay.example/{amount}', 7, 'BHD')).toBe('https://pay.example/0.007');
  expect(fill('https://pay.example/{amount}', 5, 'EUR')).toBe('https://pay.example/0.05');
  // A code that looks like a placeholder stays a code.
  expect(fill('https://pay.example/{confirmation_code}', 5, 'EUR', '{amount}')).toBe(
    'https://pay.example/%7Bamount%7D',
  );
});

test('the amount in a payment link is the exact amount, whatever the currency', () => {
  const cents = fc.nat(Number.MAX_SAFE_INTEGER);
  fc.assert(
    fc.property(cents, fc.constantFrom('EUR', 'JPY', 'BHD'), (amountCents, currency) => {
      const [whole = '', part = ''] = fill('https://a.example/{amount}', amountCents, currency)
        .slice('https://a.example/'.length)
        .split('.');
      expect(part).toHaveLength(countMinorDigits(currency));
      expect(BigInt(whole + part)).toBe(BigInt(amountCents));
    }),
  );
});
