/**
 * What the browser keeps for the visitor: the keys of their bookings for good, and a form that is not sent yet until the
 * tab is closed. A browser that keeps nothing works as well, without these.
 *
 * @typedef {{ code: string, key: string, title: string, checkIn: string, checkOut: string }} KeptBooking
 */

const MAX_KEPT = 20;

/** @param {string} team */
const bookingsName = (team) => `innkeep-bookings-${team}`;

/** @param {Storage} storage @param {string} name */
function readFrom(storage, name) {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {() => Storage} storage @param {string} name @param {unknown} value */
function writeTo(storage, name, value) {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {() => Storage} storage @param {string} name */
function read(storage, name) {
  try {
    return readFrom(storage(), name);
  } catch {
    return null;
  }
}

const long = () => localStorage;
const short = () => sessionStorage;

/** Newest first. @param {string} team @returns {KeptBooking[]} */
export function keptBookings(team) {
  const kept = read(long, bookingsName(team));
  return Array.isArray(kept)
    ? kept.filter(({ code, key }) => typeof code === 'string' && typeof key === 'string')
    : [];
}

/** @param {string} team @param {KeptBooking} booking */
export function keepBooking(team, booking) {
  const others = keptBookings(team).filter(({ code }) => code !== booking.code);
  return writeTo(long, bookingsName(team), [booking, ...others].slice(0, MAX_KEPT));
}

/** Whether the browser keeps this key. @param {string} team @param {string} code @param {string} key */
export const isKept = (team, code, key) =>
  keptBookings(team).some((booking) => booking.code === code && booking.key === key);

/** @param {string} team @param {string} code */
export function forgetBooking(team, code) {
  writeTo(
    long,
    bookingsName(team),
    keptBookings(team).filter((booking) => booking.code !== code),
  );
}

/**
 * A form that is not sent yet, and the idempotency key of the wish that was last sent.
 *
 * @typedef {{ fields: Record<string, string>, sent: { wish: string, key: string } | null }} Draft
 */

/** @param {string} name @returns {Draft} */
export function readDraft(name) {
  const draft = read(short, name);
  return { fields: draft?.fields ?? {}, sent: draft?.sent ?? null };
}

/** @param {string} name @param {Draft | null} draft null: it is forgotten */
export const keepDraft = (name, draft) => writeTo(short, name, draft);
