/** What a team file says of a catalogue, said through the API one thing at a time. */
import type { Client, Json } from '../helpers/bookings.ts';

export type Entry = Record<string, Json>;

/** The lists of a file whose entries are made by one request each, under the path of the same name. */
export const CHARGES = ['fees', 'taxes', 'discounts', 'coupons'] as const;

/** The requests that say of a listing what its entry in a file says: the first makes it. */
export function listingRequests(entry: Entry, buildingId: string | undefined) {
  const { id: _id, building, seasons, days, photos, units = [], created_at, updated_at, ...fields } = entry;
  const ofBuilding = building === undefined || building === null ? {} : { building_id: buildingId };
  const names = units.map?.((unit: Entry) => unit.name) ?? units;
  return {
    listing: { ...fields, ...ofBuilding, units: names },
    rates: { seasons },
    days: {
      ranges:
        days?.map?.(({ date, ...day }: Entry) => ({ start_date: date, end_date: date, ...day })) ?? days,
    },
    photos: { photos },
  };
}

/** Says all of a file's settings, catalogue, guests and blocks to a team that has none of it yet. */
export async function sayThroughApi({ send, data, read }: Client, file: Entry) {
  const { slug: _slug, currency: _currency, ...settings } = file.team;
  await data(send('PUT', '/team', settings));
  const ids = new Map<string, string>();
  const buildingsFirst = file.listings.toSorted(
    (a: Entry, b: Entry) => Number(Boolean(a.building)) - Number(Boolean(b.building)),
  );
  for (const entry of buildingsFirst) {
    const requests = listingRequests(entry, ids.get(entry.building));
    const { id } = await data(send('POST', '/listings', requests.listing), 201);
    ids.set(entry.slug, id);
    for (const part of ['rates', 'days', 'photos'] as const)
      await data(send('PUT', `/listings/${id}/${part}`, requests[part]));
    const stored: Entry[] = await read(`/listings/${id}/units?per_page=100`);
    for (const { name, ...fields } of entry.units)
      if (Object.keys(fields).length > 0) {
        const unit = stored.find((one) => one.name === name.trim().normalize('NFC'));
        await data(send('PUT', `/units/${unit?.id}`, fields));
      }
  }
  for (const list of CHARGES)
    for (const charge of file[list]) await data(send('POST', `/${list}`, charge), 201);
  for (const guest of file.guests) await data(send('POST', '/guests', guest), 201);
  for (const { listing, unit, ...block } of file.blocks) {
    const units = await read(`/listings/${ids.get(listing)}/units?per_page=100`);
    const { id } = units.find(({ name }: Entry) => name === unit);
    await data(send('POST', '/blocks', { ...block, listing_id: ids.get(listing), unit_id: id }), 201);
  }
}
