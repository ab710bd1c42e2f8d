import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/client.ts';
import { createAuditLog } from './access/audit-log.ts';
import type { OnBookingOutcome } from './bookings/outcomes.ts';
import type { Pictures } from './catalogue/pictures.ts';
import type { Clock } from './clock.ts';
import type { FieldMarks } from './field-marks.ts';
import { createHealthService } from './health.ts';
import { createCatalogueStore } from './kept-catalogues/store.ts';
import type { Keyring } from './keys/keyring.ts';
import type { Messages } from './messages.ts';
import { createOutboundClient } from './outbound/client.ts';
import { createOutboundGuard } from './outbound/guard.ts';
import type { PersonMailer } from './people/mailer.ts';
import { createPasswords } from './people/password.ts';
import type { WriteHooks } from './team-scope.ts';
import { createAccountService } from './tokens/authenticate.ts';
import { createTokenUses } from './tokens/uses.ts';
import { countListsAtOnce } from './whole-lists.ts';
import { createTeamTransactions } from './writing/team-limit.ts';
import { createWriteRefusals } from './writing/write-refusals.ts';

export type ServiceDependencies = {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  fieldMarks: FieldMarks;
  /** Gets errors that concern no request. */
  onBackgroundError: (error: unknown) => void;
  /** What may be called although it is not public. */
  outbound?: Parameters<typeof createOutboundGuard>[0];
  hooks: WriteHooks;
  /** Gets each booking that is made, refused or cancelled. */
  onBookingOutcome?: OnBookingOutcome;
  pictures: Pictures;
  /** Null if the service has no messages. */
  messages: Messages | null;
  /** Null if no messages are sent. */
  personMailer: PersonMailer | null;
  /** Before a sign-in is answered, to slow down somebody who guesses passwords. Tests do not wait. */
  pause?: (ms: number) => Promise<unknown>;
  /** How long the log collects what it writes beside answers. In tests, until somebody reads it. */
  logCollectedForMs?: number;
};

export type Services = ReturnType<typeof createServices>;

export function createServices({
  db,
  clock,
  keyring,
  fieldMarks,
  hooks,
  onBackgroundError,
  outbound: permitted,
  onBookingOutcome = () => {},
  pictures,
  messages,
  personMailer,
  pause = sleep,
  logCollectedForMs,
}: ServiceDependencies) {
  const tokenUses = createTokenUses(db, onBackgroundError);
  const outbound = createOutboundGuard(permitted);
  const outboundClient = createOutboundClient(outbound);
  const writeRefusals = createWriteRefusals();
  const auditLog = createAuditLog(db, onBackgroundError, logCollectedForMs);
  return {
    db,
    inTeamTransaction: createTeamTransactions(db),
    writeRefusals,
    auditLog,
    clock,
    keyring,
    hooks,
    passwords: createPasswords(),
    fieldMarks,
    outbound,
    outboundClient,
    pause,
    onBookingOutcome,
    wholeListsAtOnce: countListsAtOnce(db),
    pictures,
    messages,
    personMailer,
    catalogues: createCatalogueStore(),
    account: createAccountService({ db, clock, keyring, tokenUses }),
    health: createHealthService(db, writeRefusals),
    async close(): Promise<void> {
      await tokenUses.flush();
      await auditLog.flush();
      await outboundClient.close();
    },
  };
}
