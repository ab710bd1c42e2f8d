import type { AuditLog } from '../access/audit-log.ts';
import { WrongPassword } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Passwords } from './password.ts';
import { areEqualTexts, createSecret } from './secret.ts';
import {
  beginSignInAttempt,
  forgetWrongGuesses,
  type Guess,
  recordWrongGuess,
  type SignInPaceDependencies,
} from './sign-in-pace.ts';

export type PasswordDependencies = SignInPaceDependencies & { passwords: Passwords; auditLog: AuditLog };

/** Where an attempt comes from: the browser's cookie, and its address. */
export type Origin = { device: string | null; address: string };

/** Null if the person has not chosen a password yet. */
type PersonToCheck = { id: string; name: string; passwordHash: string | null };
type PersonWithPassword = Pick<PersonToCheck, 'id' | 'passwordHash'>;
/**
 * Of a right password. `device` is the cookie by which the browser is recognised from now on. A check takes
 * time, so the caller locks the person and compares `passwordHash` with the stored one before it opens a
 * session.
 */
export type CheckedPassword = { personId: string; passwordHash: string; device: string };

/**
 * `beginSignInAttempt` limits the tries. Takes the same time for an unknown email, so that the time does not
 * reveal who has an account.
 */
export async function checkPassword(
  dependencies: PasswordDependencies,
  attempt: {
    emailKey: string;
    person: PersonToCheck | null;
    password: string;
  } & Origin,
): Promise<CheckedPassword> {
  const { keyring, passwords, auditLog, clock } = dependencies;
  const { emailKey, person, password } = attempt;
  const source = findSource(keyring, attempt, person);
  const guess: Guess = { guessed: 'password', emailKey, source };
  await beginSignInAttempt(dependencies, guess);
  const isRight = person?.passwordHash
    ? await passwords.verify(password, person.passwordHash, attempt.address)
    : await passwords.verifyNothing(password, attempt.address);
  if (!isRight || !person?.passwordHash) {
    await recordWrongGuess(dependencies, guess);
    // Nothing is stored of an unknown account, because what was typed may be anything.
    if (person) auditLog.noteOfPerson({ person, action: 'sign_in_failed', ip: attempt.address, at: clock() });
    throw new WrongPassword();
  }
  await forgetWrongGuesses(dependencies, guess);
  return {
    personId: person.id,
    passwordHash: person.passwordHash,
    device: keepDevice(keyring, attempt, person),
  };
}

/** The known browser, or else the address. */
export function findSource(keyring: Keyring, { device, address }: Origin, person: PersonWithPassword | null) {
  const known = findKnownDevice(keyring, device, person);
  return known === null ? { address } : { device: known };
}

/** The cookie that the browser has if it is valid, or else a new one. */
export const keepDevice = (
  keyring: Keyring,
  { device }: Pick<Origin, 'device'>,
  person: PersonWithPassword,
): string =>
  device !== null && findKnownDevice(keyring, device, person) !== null
    ? device
    : createDeviceCookie(keyring, person);

/** By it, a browser is recognised at the person's next sign-in. */
export function createDeviceCookie(keyring: Keyring, person: PersonWithPassword): string {
  const id = createSecret();
  return `${id}.${keyring.sign('device', buildSignedText(id, person))}`;
}

/** The person has signed in with the browser before and has not changed the password since. */
function findKnownDevice(
  keyring: Keyring,
  device: string | null,
  person: PersonWithPassword | null,
): string | null {
  const [id = '', signature = ''] = (device ?? '').split('.');
  if (!person?.passwordHash || !/^[\w-]{43}$/.test(id)) return null;
  const signatures = keyring.signatures('device', buildSignedText(id, person));
  return signatures.some((own) => areEqualTexts(own, signature)) ? id : null;
}

const buildSignedText = (id: string, person: PersonWithPassword) =>
  `${id} ${person.id} ${person.passwordHash}`;
