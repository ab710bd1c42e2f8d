import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/client.ts';
import { deleteFeedsOfUnits } from '../options/calendars/db/queries/calendar-feeds.ts';
import { clearReportedTextsOfGuest } from '../options/calendars/db/queries/event-texts.ts';
import { deleteCalendarAddressesOfUnits } from '../options/calendars/db/queries/unit-calendars.ts';
import {
  unsettleFeedsAfterImport,
  unsettleFeedsOfChangedBookings,
} from '../options/calendars/services/feeds/imported-blocks.ts';
import { readFeed } from '../options/calendars/services/feeds/read-feed.ts';
import { createRefreshQueue } from '../options/calendars/services/feeds/refreshing.ts';
import type { ReadingResult } from '../options/calendars/services/feeds/store-reading.ts';
import { createParserPool } from '../options/calendars/services/parsing/parser-pool.ts';
import { eraseMailsOfGuest } from '../options/mail/services/erasure.ts';
import { createMailOutbox } from '../options/mail/services/outbox.ts';
import { createPersonMailer } from '../options/mail/services/people/person-mails.ts';
import { createRecentPersonMails } from '../options/mail/services/people/recent-mails.ts';
import { createTeamTexts } from '../options/mail/services/rendering/team-texts.ts';
import { KEPT_MAIL, type MailSettings } from '../options/mail/services/settings.ts';
import type { OnBookingOutcome } from './bookings/outcomes.ts';
import type { Pictures } from './catalogue/pictures.ts';
import type { Clock } from './clock.ts';
import type { FieldMarks } from './field-marks.ts';
import { createHealthService } from './health.ts';
import { createCatalogueStore } from './kept-catalogues/store.ts';
import type { Keyring } from './keys/keyring.ts';
import { createOutboundClient } from './outbound/client.ts';
import { createOutboundGuard } from './outbound/guard.ts';
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
  /** A function that is called with errors that concern no request. */
  onBackgroundError: (error: unknown) => void;
  /** The hosts and networks that the operator permits the service to call although they are not public. */
  outbound?: Parameters<typeof createOutboundGuard>[0];
  /** How messages are sent: by default they are only kept, and have no links. */
  mail?: MailSettings;
  /** The hooks by which optional features such as mail and webhooks take part in writes. */
  hooks: WriteHooks;
  /** A function that is called with every booking made, refused or cancelled. */
  onBookingOutcome?: OnBookingOutcome;
  /** A function that is called with the result of every reading of a calendar feed. */
  onReading?: (result: ReadingResult) => void;
  pictures: Pictures;
  /**
   * A function that waits before a sign-in is answered, to slow down somebody who guesses passwords. Tests pass
   * another one.
   */
  pause?: (ms: number) => Promise<unknown>;
};

/**
 * The hooks by which optional features such as mail, webhooks and calendar feeds take part in the writes of the
 * core.
 */
export const createHooks = (mail: MailSettings): WriteHooks => ({
  onEvents: [createMailOutbox(mail), unsettleFeedsAfterImport, unsettleFeedsOfChangedBookings],
  onErase: [eraseMailsOfGuest, ({ tx, teamId }, { id }) => clearReportedTextsOfGuest(tx, teamId, id)],
  onDelete: [
    ({ tx, teamId }, { unitIds }) => deleteCalendarAddressesOfUnits(tx, teamId, unitIds),
    ({ tx, teamId }, { unitIds }) => deleteFeedsOfUnits(tx, teamId, unitIds),
  ],
});

export type Services = ReturnType<typeof createServices>;

/**
 * Makes all services of the installation from the database, the clock, the keys and the operator's settings.
 * The function `close` of the services ends their background work.
 */
export function createServices({
  db,
  clock,
  keyring,
  fieldMarks,
  mail = KEPT_MAIL,
  hooks,
  onBackgroundError,
  outbound: permitted,
  onBookingOutcome = () => {},
  onReading = () => {},
  pictures,
  pause = sleep,
}: ServiceDependencies) {
  const tokenUses = createTokenUses(db, onBackgroundError);
  const outbound = createOutboundGuard(permitted);
  const outboundClient = createOutboundClient(outbound);
  const parser = createParserPool();
  const recentPersonMails = createRecentPersonMails();
  const writeRefusals = createWriteRefusals();
  const shared = {
    db,
    inTeamTransaction: createTeamTransactions(db),
    writeRefusals,
    clock,
    keyring,
    hooks,
    mail,
    personMailer: createPersonMailer(mail, keyring, recentPersonMails),
    recentPersonMails,
    teamTexts: createTeamTexts(),
    passwords: createPasswords(),
    fieldMarks,
    outbound,
    outboundClient,
    parser,
    onReading,
  };
  return {
    ...shared,
    pause,
    onBookingOutcome,
    wholeListsAtOnce: countListsAtOnce(db),
    pictures,
    catalogues: createCatalogueStore(),
    account: createAccountService({ db, clock, keyring, tokenUses }),
    readOnRequest: createRefreshQueue((teamId, id) => readFeed(shared, teamId, id)),
    health: createHealthService(db, writeRefusals),
    async close(): Promise<void> {
      await tokenUses.flush();
      await outboundClient.close();
      await parser.close();
      shared.teamTexts.close();
    },
  };
}
