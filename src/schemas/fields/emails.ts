import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../domain/limits.ts';
import { hasAsciiMailbox, toAsciiDomain } from '../../domain/text/email.ts';
import { buildTextField, emptyToNull, optionalCheckedText } from './fields.ts';
import { mustBe } from './lists.ts';

/** Zod's own pattern, and also a last part such as `xn--p1ai`. */
const EMAIL = new RegExp(
  z.regexes.email.source.replace('[A-Za-z]{2,}$', '(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$'),
);
const emailSchema = z.email({ pattern: EMAIL });
const isEmail = (text: string) => emailSchema.safeParse(text).success;
/** Trimmed, composed, and with the domain in ASCII (docs/rules.md, 2.7). */
const emailText = (refusal: { error: string }) =>
  z.string(refusal).trim().normalize('NFC').overwrite(toAsciiDomain);
const NOT_ASCII = 'must have only ASCII characters before the @';
const sayEmailRule = (rule: string) => ({
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' && !hasAsciiMailbox(input) ? NOT_ASCII : rule,
});
const INVALID_EMAIL = sayEmailRule('must be a valid email address');
const NOT_AN_EMAIL = sayEmailRule('must be an email address');

export const emailField = buildTextField(emailText(mustBe('a text')), { max: MAX_EMAIL_LENGTH })
  .refine(isEmail, INVALID_EMAIL)
  .meta({ format: 'email' });

/** An empty text becomes null. */
export const optionalEmailField = emptyToNull(
  buildTextField(emailText(mustBe('a text')), { max: MAX_EMAIL_LENGTH })
    .refine((text) => text === '' || isEmail(text), INVALID_EMAIL)
    .meta({ format: 'email' }),
);

export const emailEntry = buildTextField(emailText(mustBe('a text')), { min: 1, max: MAX_EMAIL_LENGTH })
  .refine(isEmail, NOT_AN_EMAIL)
  .meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH });
export const optionalEmailEntry = optionalCheckedText(
  (text) => text.length <= MAX_EMAIL_LENGTH && isEmail(text),
  NOT_AN_EMAIL,
  { format: 'email', maxLength: MAX_EMAIL_LENGTH },
  emailText(mustBe('an email address')),
);
