/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds (docs/rules.md, 27.10). */
import { Secret, TOTP } from 'otpauth';

const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** One earlier and one later, because clocks differ. */
const DRIFT_STEPS = 1;

/** `secret` is in base32. The number of the step of time whose code it is, or null if it is the code of none that counts now. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...RULES, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const drift = totp.validate({ token: code, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : totp.counter({ timestamp }) + drift;
}

/** That an app reads from a QR code. */
export const buildTotpAddress = (secret: string, email: string): string =>
  new TOTP({ ...RULES, issuer: 'Innkeep', label: email, secret: Secret.fromBase32(secret) }).toString();
