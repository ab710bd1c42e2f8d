/** The guards that keep the service right under concurrency and attack, and how to remove each of them. */

import type { Change } from './house-copy.ts';

/**
 * `name` is for the page. `noticedBy` lists, by test file, a part of the name of each test that must fail without the
 * guard.
 */
export type Guard = Change & { name: string; noticedBy: Readonly<Record<string, readonly string[]>> };

export const testsOf = ({ noticedBy }: Guard): string[] => Object.values(noticedBy).flat();

const UNKNOWN_ID = { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] };
const QUERIES = 'src/db/queries';

/** Removes the team's condition from a declaration. Every guard of this kind is one line of the table below. */
const teamFilter = (
  name: string,
  [file, declaration, table]: readonly [file: string, declaration: string, table: string],
  noticedBy: Guard['noticedBy'] = UNKNOWN_ID,
): Guard => ({
  name: `The team of ${name}`,
  file: `${QUERIES}/${file}.ts`,
  edits: [{ in: declaration, find: `and(eq(${table}.teamId, $TEAM), $$$REST)`, put: 'and($$$REST)' }],
  noticedBy,
});

const TEAM_FILTERS: readonly Guard[] = [
  teamFilter('a booking that is read', ['bookings', 'oneBooking', 'bookings']),
  teamFilter('the bookings in a list', ['booking-list', 'matching', 'bookings']),
  teamFilter('a booking that is written to', ['booking-writes', 'lockedBooking', 'bookings']),
  teamFilter("a booking's events", ['bookings', 'hasBooking', 'bookings']),
  teamFilter('a listing that is named', ['listings', 'listingById', 'listings'], {
    'test/http/catalogue/listings.test.ts': ['is in no other team’s building'],
  }),
  teamFilter('the listings in a list', ['listings', 'listListingIds', 'listings'], {
    'test/http/listings.test.ts': ['of this team alone'],
  }),
  teamFilter('a listing that is booked or priced', ['offers', 'offered', 'listings'], {
    'test/http/booking-input.test.ts': ['another team’s is as unknown as nobody’s'],
    'test/http/availability.test.ts': ['an unknown listing, team or id is a 404'],
  }),
  {
    name: 'The team of a listing that the booking site shows',
    file: `${QUERIES}/site-listings.ts`,
    edits: [{ in: 'ofTeam', find: 'eq($COLUMN, $TEAM)', put: 'eq($COLUMN, $COLUMN)' }],
    noticedBy: { 'test/http/public.test.ts': ['another team’s listing'] },
  },
  teamFilter('a guest that is read', ['guests', 'findGuest', 'guests']),
  teamFilter('the guests in a list', ['guests', 'listGuests.matching', 'guests'], {
    'test/http/guests.test.ts': ['guests of another team are in no list'],
  }),
  teamFilter('the guest with an email', ['guests', 'guestWithEmail', 'guests'], {
    'test/http/booking-scope.test.ts': ['books its own coupon, guests and units only'],
  }),
  teamFilter('a guest that is changed', ['guests', 'lockGuest', 'guests']),
  teamFilter('the blocks in a list', ['blocks', 'matching', 'blocks']),
  teamFilter('a block that is deleted', ['blocks', 'lockBlock', 'blocks']),
  teamFilter('units that are locked and sold', ['occupancies', 'lockedUnitsOfListing', 'units'], {
    'test/http/booking-scope.test.ts': ['waits for nobody who holds the units that it names'],
  }),
  teamFilter('the tokens in a list', ['tokens', 'listTokens', 'tokens'], {
    'test/services/tokens.test.ts': ['those of the team alone'],
  }),
  teamFilter('a token that is shown or revoked', ['tokens', 'isLiveToken', 'tokens'], {
    'test/services/tokens.test.ts': ['of another team stays'],
  }),
  teamFilter('a member', ['members', 'isMember', 'memberships'], {
    'test/web/members.test.ts': ['who is in another team too keeps that'],
  }),
];

export const GUARDS: readonly Guard[] = [
  {
    name: 'The lock on units',
    file: `${QUERIES}/occupancies.ts`,
    edits: [{ in: 'selectLocked', find: "$QUERY.for('no key update', $OF)", put: '$QUERY' }],
    noticedBy: { 'test/http/races.test.ts': ['what decides is read behind the locks'] },
  },
  {
    name: 'The order in which units are locked',
    file: `${QUERIES}/occupancies.ts`,
    edits: [{ in: 'selectLocked', find: '$QUERY.orderBy(asc(units.id))', put: '$QUERY' }],
    noticedBy: { 'test/http/races.test.ts': ['units are locked in the order of their ids'] },
  },
  {
    name: 'The exclusion constraint on occupancies',
    file: 'migrations/0001_overlaps.sql',
    constraint: 'occupancies_no_overlap',
    noticedBy: {
      'test/http/races.test.ts': ['nights that somebody took in spite of all locks, from another night on'],
      'test/db/schema-refusals.test.ts': ['nights of one unit are taken once'],
    },
  },
  {
    name: 'The ordinary refusal when the constraint had the last word',
    file: 'src/services/write.ts',
    edits: [{ in: 'write', find: 'if (refusal) $REFUSE' }],
    noticedBy: { 'test/http/races.test.ts': ['nights that somebody took in spite of all locks'] },
  },
  {
    name: 'The lock on a coupon',
    file: `${QUERIES}/occupancies.ts`,
    edits: [{ in: 'lockedUnitsAndCoupon', find: "$QUERY.for('no key update')", put: '$QUERY' }],
    noticedBy: { 'test/http/races.test.ts': ['with the last redemption of a coupon'] },
  },
  {
    name: 'The lock on a booking',
    file: `${QUERIES}/booking-writes.ts`,
    edits: [{ in: 'lockedBooking', find: "$QUERY.for('update', $OF)", put: '$QUERY' }],
    noticedBy: { 'test/http/meanwhile.test.ts': ['cancelled meanwhile is not cancelled again'] },
  },
  {
    name: 'The lock on a guest',
    file: `${QUERIES}/guests.ts`,
    edits: [{ in: 'lockGuest', find: "$QUERY.for('update')", put: '$QUERY' }],
    noticedBy: { 'test/http/races-changes.test.ts': ['of one guest through two bookings'] },
  },
  {
    name: 'That the sweep completes only bookings that are still confirmed',
    file: `${QUERIES}/booking-writes.ts`,
    edits: [
      {
        in: 'completeBooking',
        find: "and($TEAM, $ID, eq(bookings.status, 'confirmed'), $DAY)",
        put: 'and($TEAM, $ID, $DAY)',
      },
    ],
    noticedBy: { 'test/http/races-changes.test.ts': ['complete each booking once'] },
  },
  {
    name: 'That the sweep completes only bookings that still end on the day that it read',
    file: `${QUERIES}/booking-writes.ts`,
    edits: [
      {
        in: 'completeBooking',
        find: 'and($TEAM, $ID, $STATUS, eq(bookings.checkOut, booking.checkOut))',
        put: 'and($TEAM, $ID, $STATUS)',
      },
    ],
    noticedBy: { 'test/http/completion.test.ts': ['unless it is extended between'] },
  },
  {
    name: 'The lock on a team of which a token is made',
    file: 'src/services/tokens.ts',
    edits: [{ in: 'createTokenService.createToken', find: 'await lockTeam(tx, teamId);' }],
    noticedBy: { 'test/services/tokens.test.ts': ['its name is taken', 'and the last place'] },
  },
  {
    name: 'The transaction around an idempotency record and its effect',
    file: 'src/services/write.ts',
    edits: [
      {
        in: 'write',
        find: 'inTransaction(db, (tx) => $WORK)',
        put: 'inTransaction(db, (tx) => { Object.assign(tx, { outside: db }); return $WORK; })',
      },
      {
        in: 'writeOnce',
        find: 'claimIdempotencyKey(tx, $$$REST)',
        put: 'claimIdempotencyKey((tx as any).outside, $$$REST)',
      },
      {
        in: 'writeOnce',
        find: 'storeIdempotentAnswer(tx, $$$REST)',
        put: 'storeIdempotentAnswer((tx as any).outside, $$$REST)',
      },
    ],
    noticedBy: { 'test/http/idempotency.test.ts': ['whatever refused it'] },
  },
  {
    name: 'The comparison of a request with the first one under its idempotency key',
    file: 'src/services/write.ts',
    edits: [{ in: 'replayOf', find: 'record?.requestHash !== requestHash', put: '!record' }],
    noticedBy: { 'test/http/idempotency.test.ts': ['with another body, path or method'] },
  },
  {
    name: 'The retry after a deadlock or a serialization failure',
    file: 'src/services/write.ts',
    edits: [{ in: 'write', find: 'if ($CONDITION) throw error;', put: 'if (attempt > 0) throw error;' }],
    noticedBy: { 'test/http/races.test.ts': ['breaks off for a deadlock is made all the same'] },
  },
  {
    name: 'The listener for errors of connections that are in use',
    file: 'src/db/client.ts',
    edits: [{ in: 'createDatabase', find: "pool.on('connect', $LISTENER);" }],
    noticedBy: { 'test/db/client.test.ts': ['idle or inside a transaction, are logged'] },
  },
  {
    name: 'The end of a connection that no longer answers',
    file: 'src/db/transaction.ts',
    edits: [
      { in: 'runOn', find: 'client.release($BROKEN)', put: 'client.release()' },
      { in: 'openConnection', find: 'client.end().catch($NOTHING);' },
    ],
    noticedBy: { 'test/db/frozen.test.ts': ['a backend that freezes is given up'] },
  },
  {
    name: 'The deadlines of statements and locks',
    file: 'src/db/client.ts',
    edits: [{ in: 'pool', find: '{ ...SERVER_DEADLINES, $$$REST }', put: '{}' }],
    noticedBy: { 'test/db/client.test.ts': ['a server’s connections have deadlines'] },
  },
  {
    name: 'The lock by which migrations take turns',
    file: 'src/db/migrate.ts',
    edits: [{ in: 'migrate', find: 'await lockMigrations($ON);' }],
    noticedBy: { 'test/db/migrate.test.ts': ['of several at once one migrates'] },
  },
  {
    name: 'The check whether a token is revoked',
    file: `${QUERIES}/tokens.ts`,
    edits: [{ in: 'findTokensByHash', find: 'and($HASHES, isNull(tokens.revokedAt))', put: '$HASHES' }],
    noticedBy: { 'test/http/authentication.test.ts': ['a revoked token is refused at the next request'] },
  },
  {
    name: 'The own hashes of each token among those that are looked up together',
    file: 'src/services/account.ts',
    edits: [
      {
        in: 'liveTokens',
        find: 'hashes.map($OWN).find(Boolean)',
        put: 'found.values().next().value',
      },
    ],
    noticedBy: { 'test/services/account.test.ts': ['each finds its own team', 'are nobody beside others'] },
  },
  {
    name: 'The team for which a joined read has found each row',
    file: 'src/db/joined.ts',
    edits: [
      { in: 'joining', find: 'found[$PLACE]?.push($ROW)', put: 'for (const one of found) one.push($ROW)' },
    ],
    noticedBy: { 'test/db/joined.test.ts': ['each finds the rows of its team'] },
  },
  {
    name: 'That no answer about an account is remembered',
    file: 'src/db/together.ts',
    edits: [
      {
        in: 'together',
        find: 'new DataLoader<$$$TYPES>(find, $OPTIONS)',
        put: 'new DataLoader<$$$TYPES>(find, { ...$OPTIONS, cache: true })',
      },
    ],
    noticedBy: { 'test/services/account.test.ts': ['what was found once is asked for again'] },
  },
  {
    name: 'The 403 for writes with a read-only token',
    file: 'src/http/callers.ts',
    edits: [{ in: 'ADMIT.team', find: 'if ($CONDITION) throw forbidden();' }],
    noticedBy: { 'test/http/operations.test.ts': ['the first thing that is wrong is answered'] },
  },
  {
    name: 'The row that a sealed token is bound to',
    file: 'src/services/keyring.ts',
    edits: [{ in: 'boundTo', find: 'Buffer.from($ROW)', put: 'Buffer.alloc(0)' }],
    noticedBy: {
      'test/services/keyring.test.ts': ['does not open in another'],
      'test/services/tokens.test.ts': ['a ciphertext copied to another row'],
    },
  },
  {
    name: 'The check where a form was sent from',
    file: 'src/web/form-guard.ts',
    edits: [{ in: 'refuseForeignRequests', find: 'if ($CONDITION) throw foreignForm();' }],
    noticedBy: { 'test/web/form-guard.test.ts': ['its right token notwithstanding'] },
  },
  {
    name: "The check of a form's token",
    file: 'src/web/form-guard.ts',
    edits: [{ in: 'guardForms', find: 'if ($MISSING || !isFormToken(token, secret)) throw foreignForm();' }],
    noticedBy: { 'test/web/form-guard.test.ts': ['must be right: one that was made up'] },
  },
  {
    name: 'The limit of attempts by a link into a team',
    file: 'src/web/routes/invitations.ts',
    edits: [{ in: 'invitationRoutes', find: '{ config: SIGN_IN_LIMIT }', put: '{}' }],
    noticedBy: { 'test/web/limits.test.ts': ['following a link is an attempt like signing in'] },
  },
  {
    name: 'The password that a known browser is known by',
    file: 'src/services/password-check.ts',
    edits: [{ in: 'createPasswordChecker.signatureOf', find: 'person.passwordHash', put: "''" }],
    noticedBy: { 'test/web/slowing-down.test.ts': ['once the password is another'] },
  },
  {
    name: "The key of a visitor's booking",
    file: 'src/services/bookings/site-key.ts',
    edits: [{ in: 'isSiteKey', find: 'matches.includes(true)', put: 'true' }],
    noticedBy: { 'test/http/site-bookings/key.test.ts': ['is the only way in'] },
  },
  {
    name: "The turn of each request of a team's site",
    file: 'src/services/bookings/site.ts',
    edits: [
      {
        in: 'createSiteBookings.createSiteBooking',
        find: "if (terms.siteBookings === 'request') await lockTeam(tx, writer.teamId);",
      },
    ],
    noticedBy: { 'test/http/site-bookings/limits.test.ts': ['the limits hold exactly over two processes'] },
  },
  {
    name: 'The secrets that no line of the log holds',
    file: 'src/log.ts',
    edits: [{ in: 'REDACTED', find: 'SECRETS.flatMap($EACH)', put: '[]' }],
    noticedBy: { 'test/log.test.ts': ['a secret that a line holds by mistake is not written'] },
  },
  {
    name: 'The turn of each request of a connection',
    file: 'src/http/connections.ts',
    edits: [
      {
        in: 'inTurn',
        find: 'if (!line.isBusy) return begin(line, request, response);',
        put: 'return begin(line, request, response);',
      },
    ],
    noticedBy: { 'test/http/connections.test.ts': ['is given one answer at a time', 'one after the other'] },
  },
  {
    name: 'The answer to an unknown path before its body',
    file: 'src/http/errors.ts',
    edits: [{ in: 'registerErrorAnswers', find: "nowhere.addHook('onRequest', $HOOK);" }],
    noticedBy: { 'test/http/socket.test.ts': ['before a byte of the body is there: an unknown path'] },
  },
  {
    name: 'The second check, behind the locks, whether an invited person has a password',
    file: 'src/services/invitations.ts',
    edits: [{ in: 'join', find: 'if (newHash !== null && !isOpen) return refused($REASON);' }],
    noticedBy: { 'test/web/members.test.ts': ['nor where another team takes them in'] },
  },
  {
    name: 'The removal of values from a logged error',
    file: 'src/db/errors.ts',
    edits: [{ in: 'describeError', find: 'messageOf(innermost, code)', put: 'String(error)' }],
    noticedBy: {
      'test/db/errors.test.ts': ['its cause and where it came from, never the values'],
      'test/http/failures.test.ts': ['a failed statement is logged by its cause'],
    },
  },
  {
    name: 'The bound on the cost of an imported password hash',
    file: 'src/services/team-data/member.ts',
    edits: [
      { in: 'isPasswordHash', find: '$SOUND || memory > MAX_HASH_KIB', put: '$SOUND' },
      { in: 'isPasswordHash', find: '$LEAST && memory * passes <= MAX_HASH_KIB_PASSES', put: '$LEAST' },
    ],
    noticedBy: { 'test/services/team-file/people.test.ts': ['a password hash that nobody could pay for'] },
  },
  {
    name: 'A person in another team, whom an import leaves as they are',
    file: 'src/services/team-file/plan/people.ts',
    edits: [
      {
        in: 'planMembers',
        find: 'isOfOthers ? leftAlone(context, member, known) : $TAKEN',
        put: '$TAKEN',
      },
    ],
    noticedBy: { 'test/services/team-file/people.test.ts': ['only people who are in no other team'] },
  },
  ...TEAM_FILTERS,
];
