/** The API's form of a listing, and how it becomes an entry of a team file. */
import { givenOf } from '../catalogue/rows.ts';
import type { Form } from './judging.ts';
import type { ListingEntry } from './listing.ts';

/** The listing's own fields that a team can write. */
type OwnFields = Omit<
  ListingEntry,
  | 'id'
  | 'building'
  | 'rates'
  | 'rules'
  | 'security_deposit'
  | 'seasons'
  | 'days'
  | 'units'
  | 'photos'
  | 'created_at'
  | 'updated_at'
>;
export type ListingChange = Omit<OwnFields, 'slug'> & {
  slug?: string | undefined;
  building_id?: string | null | undefined;
};
export type NewListing = Omit<OwnFields, 'slug'> &
  Pick<ListingEntry, 'rates' | 'rules' | 'security_deposit'> & {
    slug?: string | null | undefined;
    building_id?: string | null | undefined;
    /** Names, or a number of units, which are then named 1, 2, 3 and so on. */
    units?: readonly string[] | number | null | undefined;
  };

/** The names of the units in a body. */
export const unitNames = (units: unknown): string[] => {
  if (typeof units === 'number') return Array.from({ length: units }, (_, index) => String(index + 1));
  return Array.isArray(units) ? units : [];
};

/** A body names a building by its id, and units only by their names. */
export const LISTING_FORM: Form = {
  entryOf: ({ building_id, units, slug, ...body }) => ({
    ...body,
    ...(slug === null ? {} : { slug }),
    // The rules only check whether there is one.
    ...(building_id === undefined ? {} : { building: building_id }),
    ...(units === undefined ? {} : { units: unitNames(units).map((name) => ({ name })) }),
  }),
  pathOf: ([first, ...rest]) => {
    if (first === 'building') return ['building_id'];
    return first === 'units' ? ['units', ...rest.slice(0, 1)] : [first ?? '', ...rest];
  },
};

/** A new listing may leave its slug out, which is then made from its title. */
export const NEW_LISTING_FORM: Form = {
  entryOf: (body) => ({ slug: 'made-from-its-title', ...givenOf(LISTING_FORM.entryOf(body)) }),
  pathOf: LISTING_FORM.pathOf,
};
