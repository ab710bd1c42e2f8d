/** Mail's own variables (docs/configuration.md). */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { explainFileError } from '../../file-errors.ts';
import { OperatorError } from '../../operator-error.ts';
import { booleanVariable, integerVariable, serverUrlVariable } from '../../variables.ts';
import type { SmtpSettings } from './services/sending/transport.ts';
import { KEPT_MAIL, type MailSettings } from './services/settings.ts';

const MAX_PER_MINUTE = 1_000_000;

const SECRETS = 'user and password';
const smtpUrlVariable = serverUrlVariable(['smtp', 'smtps'], SECRETS)
  .refine((text) => URL.parse(text)?.hostname !== '', 'must be a URL that names a host')
  .refine(
    hasDecodablePassword,
    `is not a valid URL: special characters in its ${SECRETS} must be percent-encoded`,
  );

/** Nodemailer throws at a percent sign that encodes nothing. */
function hasDecodablePassword(text: string): boolean {
  const url = URL.parse(text);
  try {
    decodeURIComponent(`${url?.username} ${url?.password}`);
    return true;
  } catch {
    return false;
  }
}

const DKIM_VARIABLES = ['MAIL_DKIM_KEY_FILE', 'MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR'] as const;

export type MailVariables = z.infer<typeof mailVariables>;
export const mailVariables = z
  .object({
    SMTP_URL: smtpUrlVariable.nullable().default(null),
    SMTP_INSECURE: booleanVariable.default(false),
    MAIL_FROM: z.email('must be an email address').nullable().default(null),
    MAIL_PER_MINUTE: integerVariable(0, MAX_PER_MINUTE).default(60),
    MAIL_DKIM_KEY_FILE: z.string().nullable().default(null),
    MAIL_DKIM_DOMAIN: z
      .string()
      .regex(/^[^\s@/:;=]+\.[^\s@/:;=]+$/, 'must be a domain such as example.com')
      .nullable()
      .default(null),
    MAIL_DKIM_SELECTOR: z
      .string()
      .regex(/^[^\s@/:;=]+$/, 'must be one word such as innkeep')
      .nullable()
      .default(null),
    // The core checks it.
    PUBLIC_URL: z.string().optional(),
  })
  // Links in messages must not be built from a request's Host header.
  .refine(({ SMTP_URL, PUBLIC_URL }) => SMTP_URL === null || PUBLIC_URL !== undefined, {
    path: ['PUBLIC_URL'],
    error: 'is required with SMTP_URL',
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === null || MAIL_FROM !== null, {
    path: ['MAIL_FROM'],
    error: 'is required with SMTP_URL',
  })
  .refine((config) => new Set(DKIM_VARIABLES.map((name) => config[name] === null)).size === 1, {
    path: ['MAIL_DKIM_KEY_FILE'],
    error: 'needs MAIL_DKIM_DOMAIN and MAIL_DKIM_SELECTOR, and they need it',
  })
  .transform(({ PUBLIC_URL: _, ...own }) => own);

export const toMailSettings = (
  publicUrl: string | null,
  { SMTP_URL, MAIL_FROM }: Pick<MailVariables, 'SMTP_URL' | 'MAIL_FROM'>,
): MailSettings => ({
  publicUrl,
  isSending: SMTP_URL !== null,
  messageIdDomain: MAIL_FROM?.split('@').at(-1) ?? KEPT_MAIL.messageIdDomain,
});

/**
 * Null if the installation sends no emails. Throws an `OperatorError` if the file for DKIM cannot be read or
 * holds no RSA key.
 */
export function readSmtpSettings(variables: MailVariables): SmtpSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_INSECURE: isInsecure } = variables;
  if (url === null || from === null) return null;
  return { url, from, isInsecure, dkim: readDkim(variables) };
}

function readDkim({
  MAIL_DKIM_KEY_FILE,
  MAIL_DKIM_DOMAIN,
  MAIL_DKIM_SELECTOR,
}: MailVariables): SmtpSettings['dkim'] {
  if (MAIL_DKIM_KEY_FILE === null || MAIL_DKIM_DOMAIN === null || MAIL_DKIM_SELECTOR === null) return null;
  const privateKey = readKeyFile(MAIL_DKIM_KEY_FILE);
  // With any other text nodemailer sends messages unsigned, and says nothing.
  if (!isRsaKey(privateKey))
    throw new OperatorError(
      `MAIL_DKIM_KEY_FILE must name a file with an RSA private key in PEM, without a password: ${MAIL_DKIM_KEY_FILE}.`,
    );
  return { domainName: MAIL_DKIM_DOMAIN, keySelector: MAIL_DKIM_SELECTOR, privateKey };
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = explainFileError(error);
    throw new OperatorError(`MAIL_DKIM_KEY_FILE names a file that cannot be read: ${file} (${reason}).`);
  }
}
