import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { explainFileError } from '../../file-errors.ts';
import { OperatorError } from '../../operator-error.ts';
import type { SmtpSettings } from './services/sending/transport.ts';

/**
 * Null if the installation sends no emails. Throws an `OperatorError` if the file for DKIM cannot be read or
 * holds no RSA key.
 */
export function readSmtpSettings(config: Config): SmtpSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_INSECURE: isInsecure } = config;
  if (url === null || from === null) return null;
  return { url, from, isInsecure, dkim: readDkim(config) };
}

function readDkim({
  MAIL_DKIM_KEY_FILE,
  MAIL_DKIM_DOMAIN,
  MAIL_DKIM_SELECTOR,
}: Config): SmtpSettings['dkim'] {
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
