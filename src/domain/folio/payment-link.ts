/** The page on which a team's guests pay (docs/rules.md, 15.13). */
import { MAX_WEB_ADDRESS_LENGTH } from '../limits.ts';
import { countMinorDigits } from '../money.ts';
import { isWebAddress } from '../text/web-address.ts';

/** Filled in percent-encoded. */
const PLACEHOLDERS = /\{(confirmation_code|amount|currency)\}/g;
/** TLS, and no placeholder in the host: nobody but the team may choose where guests pay. */
const WITH_OWN_HOST = /^https:\/\/[^/?#\\{}]+(?:[/?#]|$)/i;

export const PAYMENT_LINK_RULE = `must be an address that begins with https://, of at most ${MAX_WEB_ADDRESS_LENGTH} characters, and have nothing in braces but {confirmation_code}, {amount} and {currency} behind its host`;

export function isPaymentLink(text: string): boolean {
  const filled = text.replaceAll(PLACEHOLDERS, '1');
  return (
    WITH_OWN_HOST.test(text) &&
    !/[{}]/.test(filled) &&
    [...text].length <= MAX_WEB_ADDRESS_LENGTH &&
    isWebAddress(filled, MAX_WEB_ADDRESS_LENGTH)
  );
}

type AskedPayment = { confirmationCode: string; amountCents: number; currency: string };

export function fillInPaymentLink(
  link: string,
  { confirmationCode, amountCents, currency }: AskedPayment,
): string {
  const values: Record<string, string> = {
    confirmation_code: confirmationCode,
    amount: toDecimalText(amountCents, currency),
    currency,
  };
  return link.replaceAll(PLACEHOLDERS, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** An amount that is not negative, such as 1240.50 for 124050 cents. */
function toDecimalText(amountCents: number, currency: string): string {
  const decimals = countMinorDigits(currency);
  const digits = String(amountCents).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
