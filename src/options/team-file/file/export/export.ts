import type { Database, Transaction } from '../../../../db/client.ts';
import { groupFolios } from '../../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../../db/queries/bookings/writes.ts';
import { listPhotoRecords } from '../../../../db/queries/listings/writes.ts';
import { findInvoiceCounters } from '../../../../db/queries/teams/invoice-counters.ts';
import type { TeamRecord } from '../../../../db/queries/teams/teams.ts';
import { isMediaPath, parsePicturePath } from '../../../../domain/text/picture-address.ts';
import { compareCodePoints } from '../../../../domain/text/text.ts';
import { presentBlockEntry } from '../../../../schemas/block.ts';
import {
  presentCoupon,
  presentDiscount,
  presentFee,
  presentTax,
} from '../../../../schemas/charges/entries.ts';
import { presentGuestEntry } from '../../../../schemas/guest.ts';
import { presentListingEntry } from '../../../../schemas/listings/listing.ts';
import { presentTeamEntry } from '../../../../schemas/team.ts';
import type { AuditLog } from '../../../../services/access/audit-log.ts';
import type { Pictures } from '../../../../services/catalogue/pictures.ts';
import type { Clock } from '../../../../services/clock.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import type { PhotoRow } from '../../../../services/listings.ts';
import { listBlocksWithNames, loadGuestRecords } from '../../db/queries/bookings.ts';
import {
  type BookingsToExport,
  countStoredPhotos,
  listGuestIdsAndEmails,
  listReferenceNames,
  loadBookingsAfter,
  loadListingsToExport,
} from '../../db/queries/export.ts';
import { findTeamRecordBySlug, loadChargeRecords } from '../../db/queries/team-file.ts';
import { PARTS } from '../../parts.ts';
import { presentBookingEntry } from '../../schemas/booking.ts';
import { splitIntoBatches } from '../read.ts';
import { createFileWriter, type FileOutput, type FileWriter, TeamTooLarge } from './file-writer.ts';
import { createTeamFileNames, type TeamFileNames } from './names.ts';
import { writePeople } from './people.ts';

type TeamExport = FileOutput & {
  /** Tokens and password hashes. */
  secrets: boolean;
  /** Receives the image files of photos, whose names are then in the team file. */
  writePicture?: ((name: string, content: Buffer) => Promise<void>) | undefined;
  /** Called if `writePicture` is missing and the team has stored pictures. */
  onPicturesLeftOut?: ((count: number) => void) | undefined;
};

type Dependencies = {
  db: Database;
  keyring: Keyring;
  pictures: Pictures;
  auditLog: AuditLog;
  clock: Clock;
};

const OPERATOR = { type: 'system', id: null, name: null } as const;
const WHOLE_TEAM = { type: 'team', id: null, name: null } as const;

/** Kept in memory at once. */
const PAGE = 1_000;
/** Few, because each may have ten years of day overrides. */
const PAGE_OF_LISTINGS = 50;

/**
 * The data is that of one moment, and its order depends on nothing else. Returns false, and writes nothing,
 * if the team does not exist.
 */
export async function exportTeamFile(
  { db, keyring, pictures, auditLog, clock }: Dependencies,
  slug: string,
  { secrets, writePicture, onPicturesLeftOut, ...output }: TeamExport,
): Promise<boolean> {
  const teamId = await db.transaction(
    async (tx) => {
      const team = await findTeamRecordBySlug(tx, slug);
      if (!team) return null;
      const names = createTeamFileNames(await listReferenceNames(tx, team.id));
      const file = createFileWriter(output, slug);
      const settings = { ...team, ...(await findInvoiceCounters(tx, team.id)) };
      await file.begin(presentTeamEntry(settings, writePicture ? nameTeamPictures(team) : {}));
      await writePeople(tx, team.id, { file, keyring: secrets ? keyring : null });
      await writeCharges(tx, team.id, file, names);
      await writeParts(tx, team.id, file);
      await writeListings(tx, team.id, file, { names, withPictures: writePicture !== undefined });
      if (writePicture) {
        await writePictures(tx, team.id, names, { pictures, writePicture });
        await writeTeamPictures(tx, team, { pictures, writePicture });
      } else {
        const count = (await countStoredPhotos(tx, team.id)) + Object.keys(nameTeamPictures(team)).length;
        if (count > 0) onPicturesLeftOut?.(count);
      }
      await file.list('guests', guestPages(tx, team.id));
      const blocks = await listBlocksWithNames(tx, team.id);
      await file.wholeList(
        'blocks',
        blocks.map(({ block, ...names }) => presentBlockEntry(block, names)),
      );
      await file.list('bookings', bookingPages(tx, team.id, names));
      await file.end();
      return team.id;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (teamId === null) return false;
  const happening = { teamId, actor: OPERATOR, target: WHOLE_TEAM, ip: null, at: clock() };
  auditLog.note({ ...happening, action: 'exported' });
  if (secrets) auditLog.note({ ...happening, action: 'secret_shown' });
  return true;
}

async function writeCharges(
  tx: Transaction,
  teamId: number,
  file: FileWriter,
  names: TeamFileNames,
): Promise<void> {
  const charges = await loadChargeRecords(tx, teamId);
  await file.list('fees', [charges.fees.map((row) => presentFee(row, names.slugs(row.listingIds)))]);
  await file.list('taxes', [charges.taxes.map((row) => presentTax(row, names.slugs(row.listingIds)))]);
  await file.list('discounts', [
    charges.discounts.map((row) => presentDiscount(row, names.slugs(row.listingIds))),
  ]);
  await file.list('coupons', [charges.coupons.map((row) => presentCoupon(row, names.slugs(row.listingIds)))]);
}

async function writeParts(tx: Transaction, teamId: number, file: FileWriter): Promise<void> {
  for (const part of PARTS)
    for (const { name, entries } of await part.read(tx, teamId)) await file.list(name, [entries]);
}

/** Large teams need a separate file for day overrides. */
type EntryPart = 'all' | 'all_but_days' | 'days';

/**
 * All listings are in the first file, because charges refer to them, and unit types to their buildings. If it
 * has no room for their day overrides, these go into further files.
 */
async function writeListings(
  tx: Transaction,
  teamId: number,
  file: FileWriter,
  naming: Naming,
): Promise<void> {
  const pages = (part: EntryPart) => listingPages(tx, teamId, naming, part);
  if (await file.hasRoomFor('listings', pages('all'))) return file.list('listings', pages('all'));

  if (!(await file.hasRoomFor('listings', pages('all_but_days'))))
    throw new TeamTooLarge('its listings are too large for one file, even without their days');
  await file.list('listings', pages('all_but_days'));
  await file.beginNext();
  await file.list('listings', pages('days'));
}

type PictureOutput = { pictures: Pictures; writePicture: NonNullable<TeamExport['writePicture']> };
type Naming = { names: TeamFileNames; withPictures: boolean };

/** Null if the image is stored elsewhere. */
const buildPictureName = (slug: string, photo: PhotoRow, index: number): string | null =>
  photo.originalUrl !== null && isMediaPath(photo.originalUrl) ? `${slug}-${index + 1}.webp` : null;

/** Only the largest image of each uploaded photo, because an import makes the smaller ones again. */
async function writePictures(
  tx: Transaction,
  teamId: number,
  names: TeamFileNames,
  output: PictureOutput,
): Promise<void> {
  for (const listingId of names.listingIds) {
    for (const [index, photo] of (await listPhotoRecords(tx, teamId, listingId)).entries()) {
      const name = buildPictureName(names.slug(listingId) ?? '', photo, index);
      if (name) await writeOne(tx, teamId, { name, address: photo.originalUrl }, output);
    }
  }
}

/** No photo's picture has such a name, because theirs end in a number. */
const nameTeamPictures = ({ logoUrl, coverUrl }: TeamRecord) => ({
  ...(logoUrl === null ? {} : { logo_file: 'logo.webp' }),
  ...(coverUrl === null ? {} : { cover_file: 'cover.webp' }),
});

async function writeTeamPictures(tx: Transaction, team: TeamRecord, output: PictureOutput): Promise<void> {
  const { logo_file: logo, cover_file: cover } = nameTeamPictures(team);
  if (logo) await writeOne(tx, team.id, { name: logo, address: team.logoUrl }, output);
  if (cover) await writeOne(tx, team.id, { name: cover, address: team.coverUrl }, output);
}

async function writeOne(
  tx: Transaction,
  teamId: number,
  { name, address }: { name: string; address: string | null },
  { pictures, writePicture }: PictureOutput,
): Promise<void> {
  const hash = parsePicturePath(address ?? '')?.hash;
  const picture = hash ? await pictures.readWithin(tx, teamId, hash) : null;
  if (picture) await writePicture(name, picture.content);
}

async function* listingPages(
  tx: Transaction,
  teamId: number,
  { names, withPictures }: Naming,
  part: EntryPart,
) {
  for (const ids of splitIntoBatches(names.listingIds, PAGE_OF_LISTINGS)) {
    const page = await loadListingsToExport(tx, teamId, ids, { withDays: part !== 'all_but_days' });
    const unitsOf = Map.groupBy(page.units, (unit) => unit.listingId);
    const photosOf = Map.groupBy(page.photos, (photo) => photo.listingId);
    const seasonsOf = Map.groupBy(page.seasons, (season) => season.listingId);
    const daysOf = Map.groupBy(page.days, (day) => day.listingId);
    yield page.listings.map((listing) => {
      const entry = presentListingEntry(listing, names.slug(listing.buildingId), {
        units: unitsOf.get(listing.id) ?? [],
        photos: photosOf.get(listing.id) ?? [],
        ...(withPictures
          ? { fileOf: (photo: PhotoRow, index: number) => buildPictureName(listing.slug, photo, index) }
          : {}),
        seasons: seasonsOf.get(listing.id) ?? [],
        days: daysOf.get(listing.id) ?? [],
      });
      if (part === 'all') return entry;
      const { days, ...rest } = entry;
      // Repeated, so that importing the overrides does not count as a change of the listing.
      return part === 'days' ? { slug: entry.slug, days, updated_at: entry.updated_at } : rest;
    });
  }
}

/** Sorted by the key with which bookings name them: the email, or the id of a guest without one. */
async function* guestPages(tx: Transaction, teamId: number) {
  const keys = (await listGuestIdsAndEmails(tx, teamId))
    .map(({ id, email }) => ({ id, key: email ?? id }))
    .sort((a, b) => compareCodePoints(a.key, b.key));
  for (const batch of splitIntoBatches(keys, PAGE)) {
    const ids = batch.map(({ id }) => id);
    const guests = await loadGuestRecords(tx, teamId, { emailKeys: [], ids });
    const byId = new Map(guests.map((guest) => [guest.id, guest]));
    yield ids.flatMap((id) => byId.get(id) ?? []).map(presentGuestEntry);
  }
}

async function* bookingPages(tx: Transaction, teamId: number, names: TeamFileNames) {
  let code: string | undefined = '';
  while (code !== undefined) {
    const page = await loadBookingsAfter(tx, teamId, code, PAGE);
    yield toBookingEntries(page, names);
    code = page.bookings.length === PAGE ? page.bookings.at(-1)?.confirmationCode : undefined;
  }
}

/** With price, payments, invoices, deposit and events. */
function toBookingEntries(page: BookingsToExport, names: TeamFileNames) {
  const folioOf = groupFolios(page);
  const eventsOf = Map.groupBy(page.events, (event) => event.bookingId);
  const heldUnitsOf = Map.groupBy(page.heldUnits, ({ bookingId }) => bookingId ?? '');
  const emails = new Map(page.guests.map(({ id, email }) => [id, email]));
  return page.bookings.map((booking) => {
    const held = (heldUnitsOf.get(booking.id) ?? []).map(({ unitId }) => unitId);
    const named = {
      listing: names.slug(booking.listingId),
      unit: names.unit(booking.unitId),
      units: isOtherThanActive(booking, held, names) ? names.unitNames(held) : null,
      guest: emails.get(booking.guestId) ?? booking.guestId,
      // Null unless the listing has another currency now.
      currency: booking.currency === names.currency(booking.listingId) ? null : booking.currency,
      coupon: names.coupon(booking.couponKey),
    };
    const events = eventsOf.get(booking.id) ?? [];
    return presentBookingEntry(booking, named, { ...folioOf(booking.id), events });
  });
}

/** Units were added or closed since, so an import would choose others: the file must name them. */
function isOtherThanActive(booking: BookingRecord, held: readonly string[], names: TeamFileNames): boolean {
  if (!booking.wholeBuilding || held.length === 0) return false;
  const active = new Set(names.activeUnitIds(booking.listingId));
  return held.length !== active.size || !held.every((id) => active.has(id));
}
