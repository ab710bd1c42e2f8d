import { listFactorKeyIds, listPeopleWithFactorsUnderAnotherKey } from '../../db/queries/people/factors.ts';
import { lockPersonOfAnyTeam, updateFactorsOfAnyTeam } from '../../db/queries/people/people.ts';
import { rewriteAll } from '../jobs/batches.ts';
import { openFactorSecret, sealFactorSecret } from '../people/factors/secrets.ts';
import type { RotationDependencies } from './rotate-tokens.ts';

/** For `key rotate` and the check at the start, like those of options. */
export const FACTOR_SECRETS = {
  noun: 'second factors',
  listKeyIdsOfAnyTeam: listFactorKeyIds,
  async hasUnderAnotherKey({ db, keyring }: RotationDependencies): Promise<boolean> {
    return (await listPeopleWithFactorsUnderAnotherKey(db, keyring.currentKeyId, 1)).length > 0;
  },
  /** Each person has a transaction of their own. Returns how many people. */
  rotate: ({ db, keyring }: RotationDependencies): Promise<number> =>
    rewriteAll(
      (limit) => listPeopleWithFactorsUnderAnotherKey(db, keyring.currentKeyId, limit),
      ({ id }) =>
        db.transaction(async (tx) => {
          const person = await lockPersonOfAnyTeam(tx, id);
          const factors = (person?.factors ?? []).map((factor) => ({
            ...factor,
            ...sealFactorSecret(keyring, id, {
              id: factor.id,
              secret: openFactorSecret(keyring, id, factor),
            }),
          }));
          await updateFactorsOfAnyTeam(tx, id, factors);
        }),
    ),
};
