import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant, text } from './columns.ts';

/**
 * The last step of time for which a code of an authenticator app was accepted. `account` is the person's id. It is
 * no foreign key, because the table is spread by account and people are copied to every node.
 */
export const factorSteps = pgTable(
  'factor_steps',
  {
    account: text('account').notNull(),
    factorId: uuid('factor_id').notNull(),
    lastStep: integer('last_step').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.factorId] })],
);

/** By which a person without their app signs in. `account` is the person's id, as in `factorSteps`. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    account: text('account').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.account, table.codeHash] })],
);
