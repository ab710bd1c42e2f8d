/** A closed vocabulary, by groups (docs/rules.md, 5.12). */
import { type LanguageCode, languages } from './languages/languages.ts';
import { compareCodePoints } from './text/text.ts';

/** Groups and amenities are in the order in which a page shows them. `languages` has their names. */
const AMENITIES_BY_GROUP = {
  internet: ['wifi', 'internet_wired', 'workspace'],
  kitchen: [
    'kitchen',
    'kitchenette',
    'fridge',
    'freezer',
    'oven',
    'stove',
    'microwave',
    'dishwasher',
    'coffee_maker',
    'kettle',
    'cookware',
    'dishes_cutlery',
    'dining_table',
  ],
  laundry: ['washing_machine', 'dryer', 'drying_rack', 'iron'],
  bathroom: ['bathtub', 'shower', 'private_bathroom', 'towels', 'toiletries', 'hair_dryer'],
  bedroom: ['bed_linen', 'extra_blankets', 'wardrobe', 'blackout_curtains', 'safe'],
  climate: ['air_conditioning', 'heating', 'fan', 'fireplace'],
  entertainment: ['tv', 'streaming', 'sound_system', 'books', 'board_games', 'games_room'],
  children: ['cot', 'high_chair', 'toys', 'baby_bath', 'changing_table', 'playground'],
  pets: ['pets_welcome', 'fenced_garden'],
  parking: [
    'parking_free',
    'parking_paid',
    'parking_street',
    'garage',
    'ev_charger',
    'bicycles',
    'bicycle_storage',
    'boat_mooring',
  ],
  outdoors: ['balcony', 'terrace', 'garden', 'barbecue', 'outdoor_furniture', 'fire_pit'],
  wellness: ['pool', 'pool_private', 'pool_heated', 'hot_tub', 'sauna', 'gym', 'tennis_court'],
  surroundings: [
    'sea_view',
    'lake_view',
    'mountain_view',
    'city_view',
    'beach_access',
    'lake_access',
    'ski_in_ski_out',
  ],
  accessibility: ['lift', 'step_free', 'wide_doors', 'accessible_bathroom', 'ground_floor'],
  safety: ['smoke_alarm', 'carbon_monoxide_alarm', 'fire_extinguisher', 'first_aid_kit'],
  services: ['self_check_in', 'reception', 'breakfast', 'cleaning', 'luggage_storage'],
} as const;

type Groups = typeof AMENITIES_BY_GROUP;
type Group = keyof Groups;
export type Amenity = Groups[Group][number];
type AmenityDetails = { readonly code: Amenity; readonly name: string; readonly group: string };

const GROUPS = Object.keys(AMENITIES_BY_GROUP) as Group[];

/** In English, in the order in which a page shows them. */
export const AMENITY_GROUPS = GROUPS.map((group) => ({
  name: languages.en.amenities.groups[group],
  amenities: AMENITIES_BY_GROUP[group].map((code) => ({ code, name: languages.en.amenities.names[code] })),
}));

export const AMENITIES = GROUPS.flatMap((group) => AMENITIES_BY_GROUP[group]) as [Amenity, ...Amenity[]];

/** In the order in which they are stored and shown, each once. */
export const sortAmenities = (codes: readonly Amenity[]): Amenity[] =>
  [...new Set(codes)].sort(compareCodePoints);

const GROUP_BY_AMENITY = new Map<Amenity, Group>(
  GROUPS.flatMap((group) => AMENITIES_BY_GROUP[group].map((code) => [code, group] as const)),
);

/** Codes that only another version of Innkeep knows are left out. */
export const describeAmenities = (codes: readonly Amenity[], language: LanguageCode): AmenityDetails[] => {
  const { groups, names } = languages[language].amenities;
  return sortAmenities(codes).flatMap((code) => {
    const group = GROUP_BY_AMENITY.get(code);
    return group ? [{ code, name: names[code], group: groups[group] }] : [];
  });
};
