import type { OwnKeys, Runtime } from '../runtime.ts';
import { hasTokensUnderAnotherKey, rotateTokenKeys } from '../services/key-rotation.ts';
import type { Keyring } from '../services/keyring.ts';
import { EXIT, print, say } from './command.ts';

/**
 * Stores every live token under the current key, so that the keys before it can go. An installation that keeps its key
 * beside its data gets a new one first.
 */
export async function rotateKey(runtime: Runtime): Promise<number> {
  const keyring = runtime.ownKeys ? await renewedKeyring(runtime, runtime.ownKeys) : runtime.keyring;
  if (!keyring) {
    say('the server that runs on this DATA_DIR knows the earlier key alone: stop it first.');
    return EXIT.refused;
  }
  const { rewritten, unreadable } = await rotateTokenKeys(runtime.database.db, keyring);
  print(`${rewritten}\ttokens rewritten`);
  print(`${unreadable.length}\ttokens that no key opens`);
  for (const { teamSlug, name } of unreadable) {
    say(`the token "${name}" of the team ${teamSlug} is damaged: revoke it.`);
  }
  if (unreadable.length > 0) return EXIT.refused;
  say(
    rewritten === 0
      ? 'every token was under the current key already.'
      : 'every token is under the current key now.',
  );
  return EXIT.done;
}

/** A new key, or the one with which an earlier run has not come to its end; null while a server runs. */
async function renewedKeyring(
  { database }: Runtime,
  { claim, read, renew }: OwnKeys,
): Promise<Keyring | null> {
  // A server holds its keys in memory, so none may run, and none may start before this process has ended.
  if (!(await claim())) return null;
  const keyring = await read();
  return (await hasTokensUnderAnotherKey(database.db, keyring)) ? keyring : renew();
}
