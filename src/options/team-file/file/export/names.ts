import { compareCodePoints } from '../../../../domain/text/text.ts';
import type { ReferenceNames } from '../../db/queries/export.ts';

type UnitName = { listing: string; unit: string };

export type TeamFileNames = ReturnType<typeof createTeamFileNames>;

/** As a team file refers to listings, units and coupons. */
export function createTeamFileNames({ listings, units, coupons }: ReferenceNames) {
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const codes = new Map(coupons.map(({ key, code }) => [key, code]));
  const unitsById = new Map(units.map((unit) => [unit.id, unit]));
  const sold = units.filter(({ active }) => active);
  const soldWith = Map.groupBy(sold, ({ listingId }) => byId.get(listingId)?.buildingId ?? null);

  const findSlug = (id: string): string => byId.get(id)?.slug ?? '';
  return {
    /** By slug. */
    listingIds: listings.map(({ id }) => id),
    slug: (id: string | null): string | null => (id === null ? null : findSlug(id)),
    slugs: (ids: readonly string[] | null): string[] | null =>
      ids?.map(findSlug).sort(compareCodePoints) ?? null,
    currency: (listingId: string): string | null => byId.get(listingId)?.currency ?? null,
    coupon: (key: string | null): string | null => (key === null ? null : (codes.get(key) ?? null)),
    unit: (id: string | null): string | null => (id === null ? null : (unitsById.get(id)?.name ?? null)),
    /** Those that a booking of the whole building would take now. */
    activeUnitIds: (buildingId: string): string[] => (soldWith.get(buildingId) ?? []).map(({ id }) => id),
    unitNames: (ids: readonly string[]): UnitName[] =>
      ids
        .flatMap((id) => unitsById.get(id) ?? [])
        .map(({ listingId, name }) => ({ listing: findSlug(listingId), unit: name }))
        .sort((a, b) => compareCodePoints(a.listing, b.listing) || compareCodePoints(a.unit, b.unit)),
  };
}
