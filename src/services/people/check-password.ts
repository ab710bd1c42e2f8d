import { randomBytes, timingSafeEqual } from 'node:crypto';
import { TooManyRequests, WrongPassword } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { newSecret } from './secret.ts';
import type { createSignInPace } from './sign-in-pace.ts';

/** A person whose password is checked. The hash is null if they have not chosen one yet. */
export type KnownPerson = { id: string; passwordHash: string | null };
/**
 * A right password. `device` is the cookie value by which this browser is recognised from now on. The check takes time, so
 * the caller locks the person and compares `passwordHash` with the stored one before it opens a session.
 */
export type CheckedPassword = { personId: string; passwordHash: string; device: string };

export type PasswordChecker = ReturnType<typeof createPasswordChecker>;

type Dependencies = { keyring: Keyring; pace: ReturnType<typeof createSignInPace> };

/**
 * Checks passwords at the pace of `createSignInPace`, and refuses wrong ones. An unknown email takes the same time as any
 * other.
 */
export function createPasswordChecker({ keyring, pace }: Dependencies) {
  let nobodysHash: Promise<string> | undefined;
  const signatureOf = (id: string, person: KnownPerson) => `${id} ${person.id} ${person.passwordHash}`;

  /** The id of a browser in which this person has signed in with the present password, else null. */
  function knownDevice(device: string | null, person: KnownPerson | null): string | null {
    const [id = '', signature = ''] = (device ?? '').split('.');
    if (!person?.passwordHash || !/^[\w-]{43}$/.test(id)) return null;
    const isKnown = keyring
      .signatures('device', signatureOf(id, person))
      .some((own) => isSame(own, signature));
    return isKnown ? id : null;
  }

  return {
    /** The cookie value by which a browser is recognised as this person's. */
    deviceFor(person: KnownPerson): string {
      const id = newSecret();
      return `${id}.${keyring.sign('device', signatureOf(id, person))}`;
    },

    async check(attempt: {
      emailKey: string;
      person: KnownPerson | null;
      password: string;
      device: string | null;
      address: string;
    }): Promise<CheckedPassword> {
      const { emailKey, person, password } = attempt;
      const device = knownDevice(attempt.device, person);
      const source = device === null ? { address: attempt.address } : { device };
      const early = await pace.begin(emailKey, source);
      if (early) throw new TooManyRequests('There were too many wrong passwords.', early.waitSeconds);
      nobodysHash ??= hashPassword(randomBytes(16).toString('hex'));
      const isRight = await verifyPassword(password, person?.passwordHash ?? (await nobodysHash));
      if (!isRight || !person?.passwordHash) {
        await pace.fail(emailKey, source);
        throw new WrongPassword();
      }
      await pace.succeed(emailKey, source);
      return {
        personId: person.id,
        passwordHash: person.passwordHash,
        device: device === null || attempt.device === null ? this.deviceFor(person) : attempt.device,
      };
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
