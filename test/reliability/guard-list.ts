/** What keeps the service right where many come at once or mean it ill, and how each of them is taken out. */

import type { Change } from './house-copy.ts';

/** What is taken out, in words for the page, and by which tests of which files that is noticed: a part of their names. */
export type Guard = Change & { name: string; noticedBy: Readonly<Record<string, readonly string[]>> };

const TEAM_FILTERS: readonly Guard[] = [
  {
    name: 'The team of a booking that is read',
    file: 'src/db/queries/bookings.ts',
    texts: [
      [
        "and(eq(bookings.teamId, sql.placeholder('teamId')), eq(bookings.id, sql.placeholder('id'))),",
        "eq(bookings.id, sql.placeholder('id')),",
      ],
    ],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: 'The team of the bookings in a list',
    file: 'src/db/queries/bookings.ts',
    texts: [['    eq(bookings.teamId, teamId),\n    filter.statuses', '    filter.statuses']],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: 'The team of a booking that is written to',
    file: 'src/db/queries/booking-writes.ts',
    texts: [
      [
        '.where(and(eq(bookings.teamId, teamId), eq(bookings.id, id)))\n    .for(',
        '.where(eq(bookings.id, id))\n    .for(',
      ],
    ],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: "The team of a booking's events",
    file: 'src/db/queries/bookings.ts',
    texts: [
      [
        '(await db.$count(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, id))))',
        '(await db.$count(bookings, eq(bookings.id, id)))',
      ],
    ],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: 'The team of a listing that is read',
    file: 'src/db/queries/listings.ts',
    texts: [
      [
        "and(eq(listings.teamId, sql.placeholder('teamId')), eq(listings.id, sql.placeholder('id')))",
        "eq(listings.id, sql.placeholder('id'))",
      ],
    ],
    noticedBy: {
      'test/http/not-found.test.ts': ['another team’s id and one of nobody are answered alike'],
    },
  },
  {
    name: 'The team of the listings in a list',
    file: 'src/db/queries/listings.ts',
    texts: [['    eq(listings.teamId, teamId),\n    filter.statuses', '    filter.statuses']],
    noticedBy: { 'test/http/listings.test.ts': ['of this team alone'] },
  },
  {
    name: 'The team of a listing that is booked or priced',
    file: 'src/db/queries/offers.ts',
    texts: [['.where(and(eq(listings.teamId, of.teamId), condition));', '.where(condition);']],
    noticedBy: {
      'test/http/booking-input.test.ts': ['another team’s is as unknown as nobody’s'],
      'test/http/availability.test.ts': ['an unknown listing, team or id is a 404'],
    },
  },
  {
    name: 'The team of a listing that the booking site shows',
    file: 'src/db/queries/site-listings.ts',
    texts: [
      [
        "const ofTeam = eq(listings.teamId, sql.placeholder('teamId'));",
        'const ofTeam = eq(listings.teamId, listings.teamId);',
      ],
    ],
    noticedBy: {
      'test/http/public.test.ts': ['another team’s listing'],
    },
  },
  {
    name: 'The team of a guest that is read',
    file: 'src/db/queries/guests.ts',
    texts: [
      [
        '.select(guestColumns)\n    .from(guests)\n    .where(and(eq(guests.teamId, teamId), eq(guests.id, id)));',
        '.select(guestColumns)\n    .from(guests)\n    .where(eq(guests.id, id));',
      ],
    ],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: 'The team of the guests in a list',
    file: 'src/db/queries/guests.ts',
    texts: [['    eq(guests.teamId, teamId),\n    filter.emailKey', '    filter.emailKey']],
    noticedBy: { 'test/http/guests.test.ts': ['guests of another team are in no list'] },
  },
  {
    name: 'The team of the guest with an email',
    file: 'src/db/queries/guests.ts',
    texts: [
      [
        '.where(and(eq(guests.teamId, teamId), eq(guests.emailKey, emailKey)));',
        '.where(eq(guests.emailKey, emailKey));',
      ],
    ],
    noticedBy: { 'test/http/booking-scope.test.ts': ['books its own coupon, guests and units only'] },
  },
  {
    name: 'The team of a guest that is changed',
    file: 'src/db/queries/guests.ts',
    texts: [
      [
        ".where(and(eq(guests.teamId, teamId), eq(guests.id, id)))\n    .for('update')",
        ".where(eq(guests.id, id))\n    .for('update')",
      ],
    ],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: 'The team of the blocks in a list',
    file: 'src/db/queries/blocks.ts',
    texts: [['    eq(blocks.teamId, teamId),\n    listingId', '    listingId']],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: 'The team of a block that is deleted',
    file: 'src/db/queries/blocks.ts',
    texts: [['.where(and(eq(blocks.teamId, teamId), eq(blocks.id, id)))', '.where(eq(blocks.id, id))']],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets the answer that nobody’s id gets'] },
  },
  {
    name: 'The team of units that are locked and sold',
    file: 'src/db/queries/occupancies.ts',
    texts: [["      eq(units.teamId, sql.placeholder('teamId')),\n      or(", '      or(']],
    noticedBy: { 'test/http/booking-scope.test.ts': ['waits for nobody who holds the units that it names'] },
  },
  {
    name: 'The team of the tokens in a list',
    file: 'src/db/queries/tokens.ts',
    texts: [
      [
        '.where(and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt)))\n    .orderBy',
        '.where(isNull(tokens.revokedAt))\n    .orderBy',
      ],
    ],
    noticedBy: { 'test/services/tokens.test.ts': ['those of the team alone'] },
  },
  {
    name: 'The team of a token that is shown or revoked',
    file: 'src/db/queries/tokens.ts',
    texts: [['    eq(tokens.teamId, teamId),\n    typeof key', '    typeof key']],
    noticedBy: { 'test/services/tokens.test.ts': ['of another team stays'] },
  },
  {
    name: 'The team of a member',
    file: 'src/db/queries/members.ts',
    texts: [
      [
        'and(eq(memberships.teamId, teamId), eq(memberships.personId, personId));',
        'eq(memberships.personId, personId);',
      ],
    ],
    noticedBy: { 'test/web/members.test.ts': ['who is in another team too keeps that'] },
  },
];

export const GUARDS: readonly Guard[] = [
  {
    name: 'The lock on units',
    file: 'src/db/queries/occupancies.ts',
    texts: [["\n    .for('no key update', { of: units });", ';']],
    noticedBy: { 'test/http/races.test.ts': ['what decides is read behind the locks'] },
  },
  {
    name: 'The order in which units are locked',
    file: 'src/db/queries/occupancies.ts',
    texts: [['\n    .orderBy(asc(units.id))', '']],
    noticedBy: { 'test/http/races.test.ts': ['units are locked in the order of their ids'] },
  },
  {
    name: 'The exclusion constraint on occupancies',
    file: 'migrations/0001_overlaps.sql',
    texts: [
      [
        `ALTER TABLE "occupancies" ADD CONSTRAINT "occupancies_no_overlap"
	EXCLUDE USING gist ("team_id" WITH =, "unit_id" WITH =, daterange("start_date", "end_date", '[)') WITH &&);`,
        'SELECT 1;',
      ],
    ],
    noticedBy: {
      'test/http/races.test.ts': ['nights that somebody took in spite of all locks, from another night on'],
      'test/db/schema-refusals.test.ts': ['nights of one unit are taken once'],
    },
  },
  {
    name: 'The ordinary refusal where the constraint had the last word',
    file: 'src/services/write.ts',
    texts: [["      if (refusal) return { kind: 'refused', refusal };\n", '']],
    noticedBy: { 'test/http/races.test.ts': ['nights that somebody took in spite of all locks'] },
  },
  {
    name: 'The lock on a coupon',
    file: 'src/services/bookings/deciding.ts',
    texts: [['  if (couponKey !== null) await lockCoupon(tx, teamId, couponKey);\n', '']],
    noticedBy: { 'test/http/races.test.ts': ['with the last redemption of a coupon'] },
  },
  {
    name: 'The lock on a booking',
    file: 'src/db/queries/booking-writes.ts',
    texts: [["\n    .for('update', { of: bookings });", ';']],
    noticedBy: { 'test/http/races-changes.test.ts': ['is cancelled once by 50 clients'] },
  },
  {
    name: 'The lock on a guest',
    file: 'src/db/queries/guests.ts',
    texts: [["\n    .for('update');", ';']],
    noticedBy: { 'test/http/races-changes.test.ts': ['of one guest through two bookings'] },
  },
  {
    name: 'That the sweep completes only what is confirmed still',
    file: 'src/db/queries/booking-writes.ts',
    texts: [
      [
        "        eq(bookings.status, 'confirmed'),\n        eq(bookings.checkOut",
        '        eq(bookings.checkOut',
      ],
    ],
    noticedBy: { 'test/http/races-changes.test.ts': ['complete each booking once'] },
  },
  {
    name: 'The transaction around an idempotency record and its effect',
    file: 'src/services/write.ts',
    texts: [
      ['writeOnce({ tx, writer, now }, call, work)', 'writeOnce({ tx, writer, now, db } as any, call, work)'],
      ['const { tx, writer, now } = context;', 'const { tx, writer, now, db } = context as any;'],
      ['claimIdempotencyKey(tx,', 'claimIdempotencyKey(db,'],
      ['await storeIdempotentAnswer(tx,', 'await storeIdempotentAnswer(db,'],
    ],
    noticedBy: {
      'test/http/idempotency.test.ts': ['whatever refused it'],
      'test/http/races.test.ts': ['under one idempotency key'],
    },
  },
  {
    name: 'The comparison of a request with that under its idempotency key',
    file: 'src/services/write.ts',
    texts: [['if (record?.requestHash !== requestHash)', 'if (!record)']],
    noticedBy: { 'test/http/idempotency.test.ts': ['with another body, path or method'] },
  },
  {
    name: 'The retry after a deadlock or a serialization failure',
    file: 'src/services/write.ts',
    texts: [
      [
        "if (databaseTroubleOf(error) !== 'conflict' || attempt === MAX_ATTEMPTS) throw error;",
        'if (attempt > 0) throw error;',
      ],
    ],
    noticedBy: { 'test/http/races.test.ts': ['breaks off for a deadlock is made all the same'] },
  },
  {
    name: 'The ear for errors of connections that are in use',
    file: 'src/db/client.ts',
    texts: [["  pool.on('connect', (client) => client.on('error', onTrouble));\n", '']],
    noticedBy: { 'test/db/client.test.ts': ['idle or inside a transaction, are told of'] },
  },
  {
    name: 'The end of a connection that gives no answer any more',
    file: 'src/db/client.ts',
    texts: [
      ['client.release(connection.brokenBy !== undefined);', 'client.release();'],
      ['        void client.end().catch(() => {});\n', ''],
    ],
    noticedBy: { 'test/db/frozen.test.ts': ['a backend that freezes is given up'] },
  },
  {
    name: 'The deadlines of statements and locks',
    file: 'src/db/client.ts',
    texts: [['{ ...SERVER_DEADLINES, options: STARTUP_OPTIONS }', '{}']],
    noticedBy: { 'test/db/client.test.ts': ['a server’s connections have deadlines'] },
  },
  {
    name: 'The lock that migrations take turns by',
    file: 'src/db/migrate.ts',
    texts: [["    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);\n", '']],
    noticedBy: { 'test/db/migrate.test.ts': ['of several at once one migrates'] },
  },
  {
    name: 'The look whether a token is revoked',
    file: 'src/db/queries/tokens.ts',
    texts: [
      [
        'and(inArray(tokens.tokenHash, hashes), isNull(tokens.revokedAt))',
        'inArray(tokens.tokenHash, hashes)',
      ],
    ],
    noticedBy: { 'test/http/authentication.test.ts': ['a revoked token is refused at the next request'] },
  },
  {
    name: 'The own hashes of each token among those that are looked up together',
    file: 'src/services/account.ts',
    texts: [['hashes.map((hash) => found.get(hash)).find(Boolean)', 'found.values().next().value']],
    noticedBy: { 'test/services/account.test.ts': ['each finds its own team', 'are nobody beside others'] },
  },
  {
    name: 'That nothing is remembered of who asked',
    file: 'src/services/account.ts',
    texts: [['cache: false', 'cache: true']],
    noticedBy: { 'test/services/account.test.ts': ['what was found once is asked for again'] },
  },
  {
    name: 'The 403 for writes with a read-only token',
    file: 'src/http/team-scope.ts',
    texts: [
      [
        "    if (!isReading && account.team.enforceTokenScope && account.token.scope === 'read-only')\n      throw forbidden();\n",
        '',
      ],
    ],
    noticedBy: { 'test/http/booking-scope.test.ts': ['gets a 403 for writes'] },
  },
  {
    name: 'The row that a sealed token is bound to',
    file: 'src/services/keyring.ts',
    texts: [
      ['const boundTo = (row: SealedFor) =>', 'const boundTo = (row: SealedFor) => Buffer.alloc(0) ??'],
    ],
    noticedBy: {
      'test/services/keyring.test.ts': ['does not open in another'],
      'test/services/tokens.test.ts': ['a ciphertext copied to another row'],
    },
  },
  {
    name: 'The look at where a form was sent from',
    file: 'src/web/form-guard.ts',
    texts: [['    if (!isFromHere(request)) throw foreignForm();\n', '']],
    noticedBy: { 'test/web/form-guard.test.ts': ['its right token notwithstanding'] },
  },
  {
    name: "A form's token",
    file: 'src/web/form-guard.ts',
    texts: [
      [
        "    if (secret === null || typeof token !== 'string' || !isFormToken(token, secret)) throw foreignForm();\n",
        '',
      ],
    ],
    noticedBy: { 'test/web/form-guard.test.ts': ['must be right: one that was made up'] },
  },
  {
    name: 'The second look, behind the locks, whether an invited person has a password',
    file: 'src/services/invitations.ts',
    texts: [['  if (newHash !== null && !isOpen) throw new ChangedMeanwhile();\n', '']],
    noticedBy: { 'test/web/members.test.ts': ['nor where another team takes them in'] },
  },
  {
    name: 'What is kept out of a logged error',
    file: 'src/db/errors.ts',
    texts: [['message: messageOf(innermost, code),', 'message: String(error),']],
    noticedBy: {
      'test/db/errors.test.ts': ['its cause and where it came from, never the values'],
      'test/http/failures.test.ts': ['a failed statement is logged by its cause'],
    },
  },
  ...TEAM_FILTERS,
];
