import type { OptionSecrets } from '../option.ts';
import type { OwnKeys, Runtime } from '../runtime.ts';
import type { Keyring } from '../services/keys/keyring.ts';
import { FACTOR_SECRETS } from '../services/keys/rotate-factors.ts';
import { hasTokensUnderAnotherKey, reencryptTokens } from '../services/keys/rotate-tokens.ts';
import { type AddCommands, EXIT_CODES, printNote, printResult } from './command.ts';

export const addKeyCommands: AddCommands<Runtime> = (program, run) => {
  program
    .command('key')
    .description('the key that encrypts tokens')
    .command('rotate')
    .description('store every token under APP_KEY, so that APP_KEY_PREVIOUS can be removed')
    .action(run(rotateAppKey));
};

/**
 * Encrypts all live tokens, second factors and the secrets of options with the current key, so that earlier keys can be
 * removed. If Innkeep keeps its own key beside the data, a new one is made first.
 */
export async function rotateAppKey(runtime: Runtime): Promise<number> {
  const keyring = runtime.ownKeys ? await renewKeyring(runtime, runtime.ownKeys) : runtime.keyring;
  if (!keyring) {
    printNote('the server running on this DATA_DIR knows only the earlier key: stop it first.');
    return EXIT_CODES.refused;
  }
  const services = { db: runtime.database.db, keyring };
  const { rewritten, unreadable } = await reencryptTokens(services);
  const others: { noun: string; count: number }[] = [];
  for (const { noun, rotate } of listSecrets(runtime)) others.push({ noun, count: await rotate(services) });
  printResult(String(rewritten), 'tokens rewritten');
  printResult(String(unreadable.length), 'tokens that no key can decrypt');
  for (const { teamSlug, name } of unreadable) {
    printNote(`the token "${name}" of the team ${teamSlug} is damaged: revoke it.`);
  }
  for (const { noun, count } of others) if (count > 0) printNote(`${count} ${noun} rewritten as well.`);
  if (unreadable.length > 0) return EXIT_CODES.refused;
  printNote(
    rewritten === 0
      ? 'every token was already under the current key.'
      : 'every token is now under the current key.',
  );
  return EXIT_CODES.done;
}

const listSecrets = ({ options }: Runtime): OptionSecrets[] => [
  FACTOR_SECRETS,
  ...options.flatMap(({ secrets }) => secrets ?? []),
];

/** Goes on with a rotation that was interrupted. Null if a server runs and could not learn of the change. */
async function renewKeyring(runtime: Runtime, { claim, read, renew }: OwnKeys): Promise<Keyring | null> {
  // A server keeps its keys in memory, so none may run, or start before the rotation has ended.
  if (!(await claim())) return null;
  const keyring = await read();
  const services = { db: runtime.database.db, keyring };
  const ofOptions = await Promise.all(
    listSecrets(runtime).map(({ hasUnderAnotherKey }) => hasUnderAnotherKey(services)),
  );
  const isUnfinished = (await hasTokensUnderAnotherKey(services)) || ofOptions.includes(true);
  return isUnfinished ? keyring : renew();
}
