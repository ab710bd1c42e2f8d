/** Routes of the API in whose answers a team sees its own texts. */
import { markColumns } from '../helpers/row-fields.ts';

export type Shown = Record<string, readonly RegExp[]>;

export const LISTING = /^GET \/v1\/(listings(\/:listing)?|search|calendars)$/;
export const UNIT = /\/units(\/:unit)?$/;
export const OCCUPANCY = /^GET \/v1\/occupancies$/;
export const BOOKING =
  /^(GET|POST|PUT) \/v1\/bookings(\/:booking(\/confirm|\/cancel)?)?$|^GET \/v1\/guests\/:guest\/export$/;
export const SITE_BOOKING = /^GET \/v1\/public\/:teamSlug\/bookings\/:confirmation_code$/;
/** The invoices and credit notes that a guest reads with the booking's key. */
export const GUEST_DOCUMENTS =
  /^GET \/v1\/public\/:teamSlug\/bookings\/:confirmation_code\/documents(\/:document)?$/;
export const LISTING_OR_BOOKING = new RegExp(`${LISTING.source}|${BOOKING.source}`);
export const BLOCK = /^(GET|POST) \/v1\/blocks$|^GET \/v1\/occupancies$/;
export const GUEST = /\/v1\/guests/;
export const FOLIO = /\/folio$|\/export$|\/(payments|invoices)(\/|$)|\/security-deposit$/;
export const MONEY_LIST = /^GET \/v1\/(payments|invoices)$/;
export const EVENTS = /\/events$|\/export$/;
export const TEAM = /\/v1\/team$/;
/** The team's log (docs/rules.md, 27.20). Its page shows names, the API and the CSV ids too. */
export const LOG = /^GET (\/v1\/audit|\/app\/teams\/:team\/log(\.csv)?)$/;
export const LOG_WITH_IDS = /^GET (\/v1\/audit|\/app\/teams\/:team\/log\.csv)$/;

/** All the columns, in the same places. */
export const showColumns = (table: string, columns: readonly string[], places: readonly RegExp[]): Shown =>
  Object.fromEntries(columns.map((column) => [`${table}.${column}`, places]));

/** The texts of a table of fields. */
export const showTexts = (
  table: string,
  fields: Parameters<typeof markColumns>[0],
  places: readonly RegExp[],
): Shown => showColumns(table, Object.keys(markColumns(fields, '')).map(toSnakeCase), places);

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function mergeShown(all: readonly Shown[]): Shown {
  const columns = new Set(all.flatMap((one) => Object.keys(one)));
  return Object.fromEntries([...columns].map((column) => [column, all.flatMap((one) => one[column] ?? [])]));
}
