import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/client.ts';
import { createAccountService } from './account.ts';
import { createAvailabilityService } from './availability.ts';
import { createBlockService } from './blocks.ts';
import { type OnBookingOutcome, reportOutcomes } from './bookings/reporting.ts';
import { createBookingService } from './bookings/service.ts';
import type { Clock } from './clock.ts';
import { createGuestService } from './guests.ts';
import { createHealthService } from './health.ts';
import { createInvitationService } from './invitations.ts';
import type { Keyring } from './keyring.ts';
import { createListingService } from './listings.ts';
import { createMemberService } from './members.ts';
import { createOwnAccountService } from './own-account.ts';
import { createPasswordChecker } from './password-check.ts';
import { createPeopleService } from './people.ts';
import { createSessionService } from './sessions.ts';
import { createSignInPace } from './sign-in-pace.ts';
import { createAnswerKeeper } from './stored-answers.ts';
import { createTeamFileService } from './team-file/service.ts';
import { createTeamSettingsService } from './team-settings.ts';
import { createTokenUses } from './token-uses.ts';
import { createTokenService } from './tokens.ts';
import { verifyDatabase } from './verify.ts';

export type ServiceDependencies = {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  /** Told of trouble that no request waits for. */
  onBackgroundError: (error: unknown) => void;
  /** Told what was booked, refused and cancelled. */
  onBookingOutcome?: OnBookingOutcome;
  /** Makes somebody wait whose account is being guessed at; by default it just waits. */
  pause?: (ms: number) => Promise<unknown>;
};

export type Services = ReturnType<typeof createServices>;

/** Every service over one database; `close` finishes what they do in the background. */
export function createServices(dependencies: ServiceDependencies) {
  const { keyring, pause = sleep } = dependencies;
  const passwords = createPasswordChecker({ keyring, pace: createSignInPace({ ...dependencies, pause }) });
  const tokenUses = createTokenUses(dependencies.db, dependencies.onBackgroundError);
  const answers = createAnswerKeeper(dependencies.db);
  const writing = { ...dependencies, answers };
  return {
    account: createAccountService({ ...dependencies, tokenUses }),
    tokens: createTokenService(dependencies),
    sessions: createSessionService({ ...dependencies, passwords }),
    ownAccount: createOwnAccountService({ ...dependencies, passwords }),
    teamSettings: createTeamSettingsService(writing),
    members: createMemberService(dependencies),
    people: createPeopleService(dependencies),
    invitations: createInvitationService({ ...dependencies, passwords }),
    listings: createListingService(dependencies),
    availability: createAvailabilityService(dependencies),
    blocks: createBlockService(writing),
    bookings: reportOutcomes(createBookingService(writing), dependencies.onBookingOutcome ?? (() => {})),
    guests: createGuestService(writing),
    health: createHealthService(dependencies.db),
    teamFiles: createTeamFileService(dependencies),
    answers,
    clock: dependencies.clock,
    /** What must hold of every row, over all teams. */
    verify: () => verifyDatabase(dependencies.db),
    close: () => tokenUses.flush(),
  };
}
