/** Fills a migrated, empty database with generated teams, by COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { addDays } from '../src/domain/dates.ts';
import { createKeyring } from '../src/services/keyring.ts';
import {
  BLOCKS_PER_UNIT,
  blockStart,
  bookedAt,
  confirmationCodeOf,
  guestCreatedAt,
  idOf,
  listingsOf,
  PHOTOS_PER_LISTING,
  type Size,
  sizeOfTeam,
  stayOf,
  TIME_ZONE,
  TOKENS_PER_TEAM,
  teamSlug,
  today,
  tokenOf,
} from './dataset.ts';

type Value = string | number | boolean | null;
type Table = { name: string; columns: string; rows: (team: number) => Iterable<Value[]> };

const CREATED = '2025-01-01T00:00:00Z';
const ROWS_PER_CHUNK = 500;
const ALL_LISTINGS = null;
const RECORDS_PER_TEAM = 50;

/**
 * Loads every table. Foreign keys, the constraint against overlaps and further indexes are created again at the end,
 * because that is faster.
 */
export async function loadData(url: string, size: Size, appKey: Buffer, log: (line: string) => void) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const timed = async (work: () => Promise<string>) => {
    const startedAt = Date.now();
    const what = await work();
    log(`${what}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    const { rows: extras } = await client.query<{ drop: string; add: string }>(EXTRAS);
    for (const extra of extras) await client.query(extra.drop);
    for (const table of tablesOf(size, appKey)) {
      await timed(async () => {
        const into = client.query(copyFrom(`copy ${table.name} (${table.columns}) from stdin`));
        await pipeline(Readable.from(chunksOf(table, size.teams)), into);
        return `${table.name}: ${into.rowCount} rows`;
      });
    }
    await timed(async () => {
      for (const extra of extras.toReversed()) await client.query(extra.add);
      return 'indexes and foreign keys';
    });
    await client.query("select setval('teams_id_seq', (select max(id) from teams))");
    await timed(async () => {
      await client.query('vacuum analyze');
      return 'vacuum';
    });
  } finally {
    await client.end();
  }
}

/**
 * Everything that can be dropped and created again: first foreign keys, then the constraints against overlaps, then
 * plain indexes.
 */
const EXTRAS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from (select * from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'x')
    order by contype) as constraints
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index
  where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    and not exists (select from pg_constraint where conindid = indexrelid)`;

function* chunksOf(table: Table, teams: number): Generator<string> {
  let lines: string[] = [];
  for (let team = 1; team <= teams; team += 1) {
    for (const row of table.rows(team)) {
      lines.push(row.map(textOf).join('\t'));
      if (lines.length < ROWS_PER_CHUNK) continue;
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

/** No generated text contains a backslash, tab or line break, so nothing needs to be escaped. */
const textOf = (value: Value): string => (value === null ? '\\N' : String(value));

function tablesOf(size: Size, appKey: Buffer): Table[] {
  return [...teamTables(size, appKey), ...listingTables(size), ...chargeTables(), ...bookingTables(size)];
}

function teamTables(size: Size, appKey: Buffer): Table[] {
  const keyring = createKeyring(appKey);
  return [
    {
      name: 'teams',
      columns:
        'id, slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days, site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at',
      rows: (team) => [
        [
          ...[team, teamSlug(team), `Team ${team}`, 'EUR', TIME_ZONE, false, 300_000, 30],
          ...['off', 1_440, 'off', 2, CREATED, CREATED],
        ],
      ],
    },
    {
      name: 'tokens',
      columns: 'id, team_id, name, scope, token_hash, ciphertext, key_id, created_at',
      rows: (team) =>
        Array.from({ length: TOKENS_PER_TEAM }, (_, n) => {
          const id = idOf('token', team, n);
          const token = tokenOf(team, n);
          const sealed = keyring.seal(token, { teamId: team, tokenId: id });
          const { currentKeyId } = keyring;
          return [id, team, `Bench ${n}`, 'read-write', keyring.hash(token), sealed, currentKeyId, CREATED];
        }),
    },
    {
      name: 'guests',
      columns: 'team_id, id, name, email, email_key, phone, notes, search_text, created_at, updated_at',
      rows: (team) =>
        Array.from({ length: sizeOfTeam(size, team).guestsPerTeam }, (_, n) => {
          const email = `guest-${n}@team-${team}.example`;
          const name = `Guest Number ${n}`;
          return [
            team,
            idOf('guest', team, n),
            name,
            email,
            email,
            '+351 910 000 000',
            null,
            `${name} ${email}`.toLowerCase(),
            guestCreatedAt(n),
            guestCreatedAt(n),
          ];
        }),
    },
  ];
}

function listingTables(size: Size): Table[] {
  const description =
    'A calm place above the harbour with a long table, good light and a short walk to the sea. '
      .repeat(6)
      .trim();
  return [
    {
      name: 'listings',
      columns:
        'team_id, id, slug, kind, building_id, whole_building_bookable, public_title, nickname, status, listed_on_site, property_type, max_guests, bedrooms_count, beds_count, bathrooms_count, bathrooms_half, currency, timezone, check_in_time, check_out_time, street, city, state, postcode, country, latitude, longitude, headline, description, nightly_cents, weekend_nightly_cents, weekend_days, included_guests, extra_guest_nightly_cents, min_stay, max_stay, advance_notice_days, booking_window_days, preparation_days, security_deposit_cents, created_at, updated_at',
      rows: (team) =>
        listingsOf(team, sizeOfTeam(size, team).scale).map(({ id, slug, kind, buildingId, n }) => [
          team,
          id,
          slug,
          kind,
          buildingId,
          kind === 'building',
          `Place ${n} of team ${team}`,
          null,
          'active',
          true,
          kind === 'building' ? 'aparthotel' : 'apartment',
          4,
          2,
          3,
          1,
          true,
          'EUR',
          TIME_ZONE,
          '15:00',
          '11:00',
          // A unit type has its building's address.
          `Rua do Porto ${kind === 'standalone' ? n : 1}`,
          'Lisboa',
          null,
          '1100-148',
          'PT',
          '38.7139',
          '-9.1394',
          'Light, quiet and close to the water',
          description,
          12_000,
          15_000,
          '{5,6}',
          2,
          1_500,
          2,
          28,
          1,
          900,
          0,
          20_000,
          CREATED,
          CREATED,
        ]),
    },
    {
      name: 'units',
      columns: 'team_id, id, listing_id, name, active',
      rows: (team) =>
        listingsOf(team, sizeOfTeam(size, team).scale).flatMap((listing) =>
          listing.units.map((unit, index) => [
            team,
            idOf('unit', team, unit),
            listing.id,
            `Unit ${index + 1}`,
            true,
          ]),
        ),
    },
    {
      name: 'photos',
      columns:
        'team_id, id, listing_id, is_featured, sort_order, width, height, thumbnail_url, medium_url, original_url',
      rows: (team) =>
        listingsOf(team, sizeOfTeam(size, team).scale).flatMap((listing) =>
          Array.from({ length: PHOTOS_PER_LISTING }, (_, index): Value[] => {
            const n = listing.n * PHOTOS_PER_LISTING + index;
            const url = (size: string) => `https://pictures.example/${team}/${n}-${size}.jpg`;
            return [
              team,
              idOf('photo', team, n),
              listing.id,
              index === 0,
              index,
              2_400,
              1_600,
              url('s'),
              url('m'),
              url('l'),
            ];
          }),
        ),
    },
    {
      name: 'seasons',
      columns:
        'team_id, listing_id, start_date, end_date, name, nightly_cents, weekend_nightly_cents, min_stay, max_stay',
      rows: (team) =>
        listingsOf(team, sizeOfTeam(size, team).scale).flatMap(({ id }) =>
          [0, 90, 180, 270].map((offset, index): Value[] => [
            team,
            id,
            addDays(today(), offset),
            addDays(today(), offset + 60),
            `Season ${index + 1}`,
            14_000 + index * 1_000,
            17_000 + index * 1_000,
            2 + (index % 2),
            null,
          ]),
        ),
    },
    {
      name: 'day_overrides',
      columns:
        'team_id, listing_id, date, nightly_cents, min_stay, max_stay, closed_for_arrival, closed_for_departure, closed',
      rows: (team) =>
        listingsOf(team, sizeOfTeam(size, team).scale).flatMap(({ id }) =>
          Array.from({ length: 12 }, (_, month): Value[] => [
            team,
            id,
            addDays(today(), 15 + month * 30),
            25_000,
            null,
            null,
            month % 3 === 0,
            month % 4 === 0,
            false,
          ]),
        ),
    },
  ];
}

function chargeTables(): Table[] {
  return [
    {
      name: 'fees',
      columns: 'team_id, code, name, basis, amount_cents, percent_ppm, taxable, listing_ids',
      rows: (team) => [
        [team, 'cleaning', 'Cleaning fee', 'stay', 5_000, null, true, ALL_LISTINGS],
        [team, 'service', 'Service fee', 'percent', null, 35_000, false, ALL_LISTINGS],
      ],
    },
    {
      name: 'taxes',
      columns:
        'team_id, code, name, basis, amount_cents, percent_ppm, applies_to_accommodation, applies_to_fees, included, max_nights, listing_ids',
      rows: (team) => [
        [team, 'vat', 'VAT', 'percent', null, 60_000, true, true, false, null, ALL_LISTINGS],
        [team, 'city', 'City tax', 'guest_night', 200, null, true, true, false, 7, ALL_LISTINGS],
      ],
    },
    {
      name: 'discounts',
      columns: 'team_id, code, name, kind, percent_ppm, min_nights, days_before, listing_ids',
      rows: (team) => [
        [team, 'weekly', 'Weekly discount', 'length_of_stay', 100_000, 7, null, ALL_LISTINGS],
        [team, 'early', 'Early bird', 'early_bird', 50_000, null, 90, ALL_LISTINGS],
      ],
    },
    {
      name: 'coupons',
      columns:
        'team_id, code_key, code, percent_ppm, amount_cents, active, min_nights, redeemed_beyond, listing_ids',
      rows: (team) => [
        [team, 'spring15', 'SPRING15', 150_000, null, true, 2, 0, ALL_LISTINGS],
        [team, 'take20', 'TAKE20', null, 2_000, true, null, 0, ALL_LISTINGS],
      ],
    },
  ];
}

type GeneratedBooking = ReturnType<typeof bookingOf>;

function bookingTables(size: Size): Table[] {
  const from = today();
  const each = (rowsOf: (booking: GeneratedBooking) => Value[][]) =>
    function* (team: number) {
      const unitListings = listingOfEachUnit(size, team);
      for (let n = 0; n < sizeOfTeam(size, team).bookingsPerTeam; n += 1)
        yield* rowsOf(bookingOf(size, team, n, unitListings, from));
    };
  const blocks = (rowOf: (block: GeneratedBlock) => Value[]) => (team: number) =>
    blocksOf(size, team, from).map(rowOf);
  return [
    {
      name: 'bookings',
      columns:
        'team_id, id, confirmation_code, listing_id, unit_id, whole_building, guest_id, status, source, check_in, check_out, number_of_guests, preparation_days, currency, accommodation_total_cents, discount_total_cents, fees_total_cents, taxes_total_cents, grand_total_cents, price_lines, coupon_key, unit_pinned, confirmed_at, cancelled_at, completed_at, created_at, updated_at',
      rows: each((booking) => [bookingRow(size, booking)]),
    },
    {
      name: 'occupancies',
      columns: 'team_id, unit_id, start_date, end_date, booking_id, block_id',
      rows: each(({ team, unitId, checkIn, checkOut, id, status }) =>
        status === 'cancelled' ? [] : [[team, unitId, checkIn, checkOut, id, null]],
      ),
    },
    {
      name: 'blocks',
      columns: 'team_id, id, listing_id, unit_id, start_date, end_date, reason, created_at',
      rows: blocks(({ team, id, listingId, unitId, start, end }) => [
        team,
        id,
        listingId,
        unitId,
        start,
        end,
        'Repairs',
        CREATED,
      ]),
    },
    {
      name: 'occupancies',
      columns: 'team_id, unit_id, start_date, end_date, booking_id, block_id',
      rows: blocks(({ team, id, unitId, start, end }) => [team, unitId, start, end, null, id]),
    },
    {
      name: 'payments',
      columns: 'team_id, id, booking_id, position, amount_cents, status, due_on, paid_at, refunded_cents',
      rows: each(({ team, n, id, total, status, checkIn }) => {
        const open = status === 'cancelled' ? 'cancelled' : status === 'completed' ? 'paid' : 'scheduled';
        const deposit = Math.round(total * 0.3);
        return [
          [team, idOf('payment', team, 2 * n), id, 0, deposit, 'paid', null, CREATED, 0],
          [
            team,
            idOf('payment', team, 2 * n + 1),
            id,
            1,
            total - deposit,
            open,
            addDays(checkIn, -30),
            open === 'paid' ? CREATED : null,
            0,
          ],
        ];
      }),
    },
    {
      name: 'invoices',
      columns: 'team_id, id, booking_id, number, amount_cents, status, issued_at, voided_at',
      rows: each(({ team, n, id, total, status }) => [
        [
          team,
          idOf('invoice', team, n),
          id,
          `B${n}-1`,
          total,
          status === 'cancelled' ? 'void' : 'open',
          CREATED,
          status === 'cancelled' ? CREATED : null,
        ],
      ]),
    },
    {
      name: 'idempotency_records',
      columns: 'team_id, idempotency_key, request_hash, response_status, response_body, created_at',
      rows: (team) =>
        Array.from({ length: RECORDS_PER_TEAM }, (_, n): Value[] => [
          team,
          `earlier-${n}`,
          'hash',
          201,
          '{}',
          `${from}T00:00:00Z`,
        ]),
    },
    {
      name: 'team_events',
      columns:
        'team_id, booking_id, number, id, type, position, in_feed, actor_type, actor_name, data, details, created_at',
      rows: each(({ team, n, id }) => [
        [
          ...[team, id, 1, idOf('event', team, n), 'booking.created', n + 1, true],
          ...['token', 'Bench', '{}', '{}', CREATED],
        ],
      ]),
    },
    {
      name: 'event_counters',
      columns: 'team_id, last_position',
      rows: (team) => [[team, sizeOfTeam(size, team).bookingsPerTeam]],
    },
  ];
}

const listingOfEachUnit = (size: Size, team: number): string[] =>
  listingsOf(team, sizeOfTeam(size, team).scale).flatMap((listing) => listing.units.map(() => listing.id));

type GeneratedBlock = ReturnType<typeof blocksOf>[number];

const blocksOf = (size: Size, team: number, from: string) =>
  listingOfEachUnit(size, team).flatMap((listingId, unit) =>
    Array.from({ length: BLOCKS_PER_UNIT }, (_, n) => ({
      team,
      id: idOf('block', team, unit * BLOCKS_PER_UNIT + n),
      listingId,
      unitId: idOf('unit', team, unit),
      start: blockStart(from, n),
      end: addDays(blockStart(from, n), 2),
    })),
  );

function bookingOf(size: Size, team: number, n: number, unitListings: readonly string[], from: string) {
  const stay = stayOf(sizeOfTeam(size, team), team, n, unitListings.length, from);
  const checkOut = addDays(stay.checkIn, stay.nights);
  const status =
    n % 20 === 7 ? 'cancelled' : checkOut < from ? 'completed' : n % 10 === 3 ? 'pending' : 'confirmed';
  const accommodation = 12_000 * stay.nights;
  const discount = stay.nights >= 7 ? accommodation / 10 : 0;
  const vat = Math.round((accommodation - discount + 5_000) * 0.06);
  const city = 200 * stay.guests * Math.min(stay.nights, 7);
  const total = accommodation - discount + 5_000 + vat + city;
  const id = idOf('booking', team, n);
  return {
    ...stay,
    team,
    id,
    status,
    checkOut,
    accommodation,
    discount,
    vat,
    city,
    total,
    created: bookedAt(stay, from),
    unitId: idOf('unit', team, stay.unit),
    listingId: unitListings[stay.unit] ?? '',
  };
}

function bookingRow(size: Size, booking: GeneratedBooking): Value[] {
  const { team, n, id, status, accommodation, discount, vat, city, total } = booking;
  return [
    team,
    id,
    confirmationCodeOf(n),
    booking.listingId,
    booking.unitId,
    false,
    idOf('guest', team, n % sizeOfTeam(size, team).guestsPerTeam),
    status,
    n % 8 === 0 ? 'airbnb' : 'manual',
    booking.checkIn,
    booking.checkOut,
    booking.guests,
    0,
    'EUR',
    accommodation,
    discount,
    5_000,
    vat + city,
    total,
    JSON.stringify(linesOf(booking)),
    n % 50 === 0 ? 'spring15' : null,
    false,
    status === 'pending' ? null : CREATED,
    status === 'cancelled' ? CREATED : null,
    status === 'completed' ? `${booking.checkOut}T10:00:00Z` : null,
    booking.created,
    status === 'completed' ? `${booking.checkOut}T10:00:00Z` : booking.created,
  ];
}

function linesOf({ nights, guests, accommodation, discount, vat, city }: GeneratedBooking) {
  const line = (type: string, code: string, name: string, basis: string, amountCents: number, rest = {}) => ({
    type,
    code,
    name,
    basis,
    quantity: null,
    unitAmountCents: null,
    percentPpm: null,
    baseAmountCents: null,
    amountCents,
    included: false,
    ...rest,
  });
  return [
    line('accommodation', 'accommodation', 'Accommodation', 'night', accommodation, { quantity: nights }),
    ...(discount > 0
      ? [
          line('discount', 'weekly', 'Weekly discount', 'percent', -discount, {
            percentPpm: 100_000,
            baseAmountCents: accommodation,
          }),
        ]
      : []),
    line('fee', 'cleaning', 'Cleaning fee', 'stay', 5_000, { quantity: 1, unitAmountCents: 5_000 }),
    line('tax', 'city', 'City tax', 'guest_night', city, {
      quantity: guests * Math.min(nights, 7),
      unitAmountCents: 200,
    }),
    line('tax', 'vat', 'VAT', 'percent', vat, {
      percentPpm: 60_000,
      baseAmountCents: accommodation - discount + 5_000,
    }),
  ];
}
