/**
 * An ordinary server, in a process of its own: what somebody would write in a day with Fastify, zod and Drizzle on the
 * same tables. It reads tokens, bookings and calendars and makes bookings, but its prices know nights alone, and it
 * promises nothing of what Innkeep promises.
 */
import { randomUUID } from 'node:crypto';
import { eachDayOfInterval, formatISO, parseISO, subDays } from 'date-fns';
import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import fastify from 'fastify';
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import pg from 'pg';
import { z } from 'zod';
import { bookings, occupancies } from '../src/db/schema/bookings.ts';
import { guests } from '../src/db/schema/guests.ts';
import { dayOverrides, listings, photos, seasons, units } from '../src/db/schema/listings.ts';
import { teams, tokens } from '../src/db/schema/teams.ts';
import { createKeyring } from '../src/services/keys/keyring.ts';
import { APP_KEY } from './dataset.ts';

const [url = ''] = process.argv.slice(2);
const db = drizzle(new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 60_000 }));
const keyring = createKeyring(APP_KEY);
const value = sql.placeholder;

const tokenByHash = db
  .select({ token: tokens, team: teams })
  .from(tokens)
  .innerJoin(teams, eq(teams.id, tokens.teamId))
  .where(and(eq(tokens.tokenHash, value('hash')), isNull(tokens.revokedAt)))
  .prepare('token_by_hash');
const selectBookings = (...conditions: SQL[]) =>
  db
    .select()
    .from(bookings)
    .leftJoin(units, and(eq(units.teamId, bookings.teamId), eq(units.id, bookings.unitId)))
    .innerJoin(listings, and(eq(listings.teamId, bookings.teamId), eq(listings.id, bookings.listingId)))
    .innerJoin(guests, and(eq(guests.teamId, bookings.teamId), eq(guests.id, bookings.guestId)))
    .where(and(eq(bookings.teamId, value('team')), ...conditions));
const bookingById = selectBookings(eq(bookings.id, value('id'))).prepare('booking_by_id');
const newestBookings = selectBookings()
  .orderBy(desc(bookings.createdAt), desc(bookings.id))
  .limit(20)
  .prepare('newest_bookings');
const photosOf = db
  .select()
  .from(photos)
  .where(and(eq(photos.teamId, value('team')), sql`${photos.listingId} = any(${value('listings')})`))
  .orderBy(photos.sortOrder)
  .prepare('photos_of');
const listingById = db
  .select()
  .from(listings)
  .where(and(eq(listings.teamId, value('team')), eq(listings.id, value('listing'))))
  .prepare('listing_by_id');
const ofListing = (table: typeof units | typeof seasons | typeof dayOverrides) =>
  and(eq(table.teamId, value('team')), eq(table.listingId, value('listing')));
const siteListing = db
  .select()
  .from(listings)
  .innerJoin(teams, eq(teams.id, listings.teamId))
  .where(and(eq(teams.slug, value('team')), eq(listings.slug, value('slug'))))
  .prepare('site_listing');
const unitsOf = db
  .select({ id: units.id })
  .from(units)
  .where(and(ofListing(units), units.active))
  .prepare('units_of');
const nightsOf = db
  .select({ start: occupancies.startDate, end: occupancies.endDate })
  .from(occupancies)
  .innerJoin(units, and(eq(units.teamId, occupancies.teamId), eq(units.id, occupancies.unitId)))
  .where(
    and(ofListing(units), lt(occupancies.startDate, value('until')), gt(occupancies.endDate, value('from'))),
  )
  .prepare('nights_of');
const seasonsOf = db.select().from(seasons).where(ofListing(seasons)).prepare('seasons_of');
const overridesOf = db.select().from(dayOverrides).where(ofListing(dayOverrides)).prepare('overrides_of');

type Listing = typeof listings.$inferSelect;

const dayText = (date: Date) => formatISO(date, { representation: 'date' });
const datesFrom = (first: string, last: string) =>
  eachDayOfInterval({ start: parseISO(first), end: parseISO(last) });

/** The nightly rate of each day, by its override, its season or the listing. */
async function ratesOf({ teamId: team, id: listing, ...rates }: Listing, first: string, last: string) {
  const [ofSeasons, overrides] = await Promise.all([
    seasonsOf.execute({ team, listing }),
    overridesOf.execute({ team, listing }),
  ]);
  const byDate = new Map(overrides.map((override) => [override.date, override]));
  return datesFrom(first, last).map((date) => {
    const text = dayText(date);
    const season = ofSeasons.find(({ startDate, endDate }) => startDate <= text && text <= endDate);
    const weekend = rates.weekendDays.includes(date.getDay() || 7)
      ? (season?.weekendNightlyCents ?? rates.weekendNightlyCents)
      : null;
    const cents = byDate.get(text)?.nightlyCents ?? weekend ?? season?.nightlyCents ?? rates.nightlyCents;
    return { date: text, cents, closed: byDate.get(text)?.closed ?? false };
  });
}

const NO_CHARGES = { discountTotalCents: 0, feesTotalCents: 0, taxesTotalCents: 0, priceLines: [] };
type Transaction = Parameters<Parameters<typeof db.transaction>[0]>[0];

async function lockFreeUnit(tx: Transaction, { teamId, id }: Listing, checkIn: string, checkOut: string) {
  const ofPlace = and(eq(units.teamId, teamId), eq(units.listingId, id), units.active);
  const all = await tx.select().from(units).where(ofPlace).orderBy(units.id).for('update');
  const ids = all.map((unit) => unit.id);
  const ofUnits = and(eq(occupancies.teamId, teamId), inArray(occupancies.unitId, ids));
  const ofStay = and(lt(occupancies.startDate, checkOut), gt(occupancies.endDate, checkIn));
  const taken = await tx.select().from(occupancies).where(and(ofUnits, ofStay));
  return all.find((unit) => !taken.some(({ unitId }) => unitId === unit.id));
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: { token: typeof tokens.$inferSelect; team: typeof teams.$inferSelect };
  }
}

const newBooking = z.object({
  listing_id: z.uuid(),
  check_in: z.iso.date(),
  check_out: z.iso.date(),
  number_of_guests: z.int().min(1).max(1_000),
  guest: z.object({ name: z.string().min(1), email: z.email(), phone: z.string().optional() }),
});

const teamRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    const [caller] = await tokenByHash.execute({
      hash: keyring.hash(request.headers.authorization?.slice('Bearer '.length) ?? ''),
    });
    if (!caller) return reply.code(401).send({ message: 'Unauthenticated.' });
    request.caller = caller;
  });

  app.get('/me', async ({ caller: { team, token } }) => ({
    data: { team: { id: team.id, slug: team.slug, name: team.name }, token: { name: token.name } },
  }));

  app.get('/bookings/:id', { schema: { params: z.object({ id: z.uuid() }) } }, async (request, reply) => {
    const team = request.caller.team.id;
    const [found] = await bookingById.execute({ team, id: request.params.id });
    if (!found) return reply.code(404).send({ message: 'No such booking.' });
    const pictures = await photosOf.execute({ team, listings: [found.listings.id] });
    return { data: { ...found, photos: pictures } };
  });

  app.get('/bookings', async (request) => {
    const team = request.caller.team.id;
    const [total, rows] = await Promise.all([
      db.$count(bookings, eq(bookings.teamId, team)),
      newestBookings.execute({ team }),
    ]);
    const pictures = await photosOf.execute({ team, listings: rows.map((row) => row.listings.id) });
    const data = rows.map((row) => ({
      ...row,
      photos: pictures.filter(({ listingId }) => listingId === row.listings.id),
    }));
    return { data, meta: { total, per_page: 20, current_page: 1 } };
  });

  app.post('/bookings', { schema: { body: newBooking } }, async (request, reply) => {
    const { listing_id: listing, check_in: checkIn, check_out: checkOut, guest, ...body } = request.body;
    const team = request.caller.team.id;
    const [place] = await listingById.execute({ team, listing });
    if (!place) return reply.code(422).send({ message: 'No such listing.' });
    const rates = await ratesOf(place, checkIn, dayText(subDays(parseISO(checkOut), 1)));
    const total = rates.reduce((sum, { cents }) => sum + cents, 0);
    const made = await db.transaction(async (tx) => {
      const free = await lockFreeUnit(tx, place, checkIn, checkOut);
      if (!free) return null;
      const [id, now, emailKey] = [randomUUID(), new Date(), guest.email.toLowerCase()];
      const times = { createdAt: now, updatedAt: now };
      const [stored] = await tx
        .insert(guests)
        .values({ ...guest, teamId: team, id: randomUUID(), emailKey, searchText: emailKey, ...times })
        .onConflictDoUpdate({ target: [guests.teamId, guests.emailKey], set: { name: guest.name } })
        .returning();
      const stay = { listingId: listing, unitId: free.id, guestId: stored?.id ?? '', checkIn, checkOut };
      const amounts = { accommodationTotalCents: total, grandTotalCents: total, ...NO_CHARGES };
      const [booking] = await tx
        .insert(bookings)
        .values({
          teamId: team,
          id,
          confirmationCode: id.slice(0, 8),
          ...stay,
          ...amounts,
          ...times,
          wholeBuilding: false,
          unitPinned: false,
          status: 'confirmed',
          source: 'api',
          confirmedAt: now,
          numberOfGuests: body.number_of_guests,
          preparationDays: 0,
          currency: place.currency,
        })
        .returning();
      await tx
        .insert(occupancies)
        .values({ teamId: team, unitId: free.id, startDate: checkIn, endDate: checkOut, bookingId: id });
      return { booking, unit: free, listing: place, guest: stored };
    });
    if (!made) return reply.code(422).send({ message: 'Not available.' });
    return reply.code(201).send({ data: made });
  });
};

const siteRoutes: FastifyPluginAsyncZod = async (app) => {
  const schema = {
    params: z.object({ team: z.string(), slug: z.string() }),
    querystring: z.object({ start_date: z.iso.date(), end_date: z.iso.date() }),
  };
  app.get('/:team/listings/:slug/calendar', { schema }, async (request, reply) => {
    const { start_date: from, end_date: until } = request.query;
    const [found] = await siteListing.execute(request.params);
    if (!found) return reply.code(404).send({ message: 'No such listing.' });
    const place = { team: found.listings.teamId, listing: found.listings.id };
    const [all, taken, rates] = await Promise.all([
      unitsOf.execute(place),
      nightsOf.execute({ ...place, from, until }),
      ratesOf(found.listings, from, until),
    ]);
    const days = rates.map(({ date, cents, closed }) => {
      const left = all.length - taken.filter(({ start, end }) => start <= date && date < end).length;
      return { date, available: left > 0 && !closed, price: cents, units_left: left };
    });
    return { data: { listing_id: place.listing, days } };
  });
};

const app = fastify();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.register(teamRoutes, { prefix: '/v1' });
app.register(siteRoutes, { prefix: '/v1/public' });
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => process.exit(0));
