/** What a search is to answer, told from the listings and their single quotes alone (docs/rules.md, 13). */
import type { Json } from '../../helpers/bookings.ts';

type Query = Record<string, string>;
/** A listing, as it is shown to who asks, with its own quote of the stay. */
export type Priced = { listing: Json; quote: Json };

const same = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();
const holds = (a: string | null, b: string) => a?.toLowerCase().includes(b.toLowerCase()) ?? false;

/** Which listings a parameter lets through. */
const FILTERS: Record<string, (one: Priced, value: string, query: Query) => boolean> = {
  kind: ({ listing }, value) => value.split(',').includes(listing.kind),
  property_type: ({ listing }, value) => value.split(',').includes(listing.property_type),
  city: ({ listing }, value) => same(listing.address.city, value),
  country: ({ listing }, value) => same(listing.address.country, value),
  q: ({ listing }, value) =>
    [listing.public_title, listing.headline, listing.address.city].some((text) => holds(text, value)),
  bedrooms_min: ({ listing }, value) => listing.bedrooms_count >= Number(value),
  beds_min: ({ listing }, value) => listing.beds_count >= Number(value),
  bathrooms_min: ({ listing }, value) => listing.bathrooms_count >= Number(value),
  currency: ({ listing }, value) => listing.currency === value,
  total_min: ({ quote }, value) => quote.price.grand_total >= Number(value),
  total_max: ({ quote }, value) => quote.price.grand_total <= Number(value),
  near: (one, _value, query) =>
    (kmOf(one, query) ?? Number.POSITIVE_INFINITY) <= Number(query.radius_km ?? 25),
};

/** By the chord between two points of the sphere, which is another way than the service's. */
function kmOf({ listing }: Priced, { near }: Query): number | null {
  const { latitude, longitude } = listing.address;
  if (near === undefined || latitude === null || longitude === null) return null;
  const pointAt = (lat: number, lon: number) => {
    const [a, b] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
  };
  const [lat = 0, lon = 0] = near.split(',').map(Number);
  const there = pointAt(Number(latitude), Number(longitude));
  const chord = Math.hypot(...pointAt(lat, lon).map((one, axis) => one - (there[axis] ?? 0)));
  return 2 * Math.asin(chord / 2) * 6_371.0088;
}

function compareTexts(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((sign, index) => sign !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

const SORTS: Record<string, (one: Priced, query: Query) => number> = {
  total: ({ quote }) => quote.price.grand_total,
  '-total': ({ quote }) => -quote.price.grand_total,
  title: () => 0,
  distance: (one, query) => kmOf(one, query) ?? 0,
};

/** The answer's data, facets and counts. */
export function searchedIn(all: readonly Priced[], query: Query) {
  const passing = (without: readonly string[]) =>
    all.filter((one) =>
      Object.entries(FILTERS).every(
        ([name, lets]) => !(name in query) || without.includes(name) || lets(one, query[name] ?? '', query),
      ),
    );
  const keyOf = SORTS[query.sort ?? 'total'] ?? (() => 0);
  const found = passing([]).sort(
    (a, b) =>
      Number(b.quote.available) - Number(a.quote.available) ||
      keyOf(a, query) - keyOf(b, query) ||
      compareTexts(a.listing.public_title, b.listing.public_title) ||
      compareTexts(a.listing.slug, b.listing.slug),
  );
  const available = found.filter(({ quote }) => quote.available);
  const listed = query.available === 'all' ? found : available;
  const [page, perPage] = [Number(query.page ?? 1), Number(query.per_page ?? 20)];
  const countable = (...without: string[]) => passing(without).filter(({ quote }) => quote.available);
  const counted = (values: readonly (string | null)[]) => {
    const counts: Record<string, number> = {};
    for (const value of values) if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
    return counts;
  };
  const totals = countable('total_min', 'total_max');
  const prices = totals.map(({ quote }) => quote.price.grand_total as number);
  const currencies = [...new Set(totals.map(({ listing }) => listing.currency))];
  return {
    data: listed.slice((page - 1) * perPage, page * perPage).map((one) => {
      const km = kmOf(one, query);
      return { listing: one.listing, distance_km: km === null ? null : Number(km.toFixed(1)), ...one.quote };
    }),
    total: listed.length,
    available_total: available.length,
    unavailable_total: found.length - available.length,
    facets: {
      property_type: counted(countable('property_type').map(({ listing }) => listing.property_type)),
      kind: counted(countable('kind').map(({ listing }) => listing.kind)),
      city: counted(countable('city').map(({ listing }) => listing.address.city)),
      bedrooms: counted(countable('bedrooms_min').map(({ listing }) => String(listing.bedrooms_count))),
      // Drawn teams have none.
      amenities: {},
      total:
        currencies.length === 1
          ? { min: Math.min(...prices), max: Math.max(...prices), currency: currencies[0] }
          : null,
    },
  };
}
