/** A closed vocabulary, with English names, by groups (docs/rules.md, 5.12). */
import { compareCodePoints } from './text/text.ts';

/** Groups and amenities are in the order in which a page shows them. */
const AMENITIES_BY_GROUP = {
  'Internet and work': {
    wifi: 'Wi-Fi',
    internet_wired: 'Wired internet',
    workspace: 'Desk to work at',
  },
  'Kitchen and dining': {
    kitchen: 'Kitchen',
    kitchenette: 'Kitchenette',
    fridge: 'Fridge',
    freezer: 'Freezer',
    oven: 'Oven',
    stove: 'Stove',
    microwave: 'Microwave',
    dishwasher: 'Dishwasher',
    coffee_maker: 'Coffee maker',
    kettle: 'Kettle',
    cookware: 'Pots and pans',
    dishes_cutlery: 'Dishes and cutlery',
    dining_table: 'Dining table',
  },
  Laundry: {
    washing_machine: 'Washing machine',
    dryer: 'Tumble dryer',
    drying_rack: 'Drying rack',
    iron: 'Iron',
  },
  Bathroom: {
    bathtub: 'Bathtub',
    shower: 'Shower',
    private_bathroom: 'Private bathroom',
    towels: 'Towels',
    toiletries: 'Soap and shampoo',
    hair_dryer: 'Hair dryer',
  },
  Bedroom: {
    bed_linen: 'Bed linen',
    extra_blankets: 'Extra pillows and blankets',
    wardrobe: 'Wardrobe',
    blackout_curtains: 'Blackout curtains',
    safe: 'Safe',
  },
  'Heating and cooling': {
    air_conditioning: 'Air conditioning',
    heating: 'Heating',
    fan: 'Fan',
    fireplace: 'Fireplace',
  },
  Entertainment: {
    tv: 'Television',
    streaming: 'Streaming services',
    sound_system: 'Sound system',
    books: 'Books',
    board_games: 'Board games',
    games_room: 'Games room',
  },
  Children: {
    cot: 'Cot',
    high_chair: 'High chair',
    toys: 'Toys',
    baby_bath: 'Baby bath',
    changing_table: 'Changing table',
    playground: 'Playground',
  },
  Pets: {
    pets_welcome: 'Pets welcome',
    fenced_garden: 'Fenced garden',
  },
  'Parking and transport': {
    parking_free: 'Free parking',
    parking_paid: 'Paid parking',
    parking_street: 'Parking on the street',
    garage: 'Garage',
    ev_charger: 'Charger for electric cars',
    bicycles: 'Bicycles',
    bicycle_storage: 'Room for bicycles',
    boat_mooring: 'Mooring for boats',
  },
  Outdoors: {
    balcony: 'Balcony',
    terrace: 'Terrace',
    garden: 'Garden',
    barbecue: 'Barbecue',
    outdoor_furniture: 'Outdoor furniture',
    fire_pit: 'Fire pit',
  },
  'Pool and wellness': {
    pool: 'Pool',
    pool_private: 'Private pool',
    pool_heated: 'Heated pool',
    hot_tub: 'Hot tub',
    sauna: 'Sauna',
    gym: 'Gym',
    tennis_court: 'Tennis court',
  },
  'View and surroundings': {
    sea_view: 'Sea view',
    lake_view: 'Lake view',
    mountain_view: 'Mountain view',
    city_view: 'City view',
    beach_access: 'Access to a beach',
    lake_access: 'Access to a lake',
    ski_in_ski_out: 'Ski in, ski out',
  },
  Accessibility: {
    lift: 'Lift',
    step_free: 'Step-free access',
    wide_doors: 'Wide doors',
    accessible_bathroom: 'Accessible bathroom',
    ground_floor: 'On the ground floor',
  },
  Safety: {
    smoke_alarm: 'Smoke alarm',
    carbon_monoxide_alarm: 'Carbon monoxide alarm',
    fire_extinguisher: 'Fire extinguisher',
    first_aid_kit: 'First-aid kit',
  },
  Services: {
    self_check_in: 'Self check-in',
    reception: 'Reception',
    breakfast: 'Breakfast',
    cleaning: 'Cleaning during the stay',
    luggage_storage: 'Luggage storage',
  },
} as const;

type Groups = typeof AMENITIES_BY_GROUP;
export type Amenity = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];
type AmenityDetails = { readonly code: Amenity; readonly name: string; readonly group: string };

const ALL_AMENITIES: readonly AmenityDetails[] = Object.entries(AMENITIES_BY_GROUP).flatMap(
  ([group, names]) => Object.entries(names).map(([code, name]) => ({ code: code as Amenity, name, group })),
);

/** In the order in which a page shows them. */
export const AMENITY_GROUPS = Object.keys(AMENITIES_BY_GROUP).map((name) => ({
  name,
  amenities: ALL_AMENITIES.filter(({ group }) => group === name),
}));

export const AMENITIES = ALL_AMENITIES.map(({ code }) => code) as [Amenity, ...Amenity[]];

/** In the order in which they are stored and shown, each once. */
export const sortAmenities = (codes: readonly Amenity[]): Amenity[] =>
  [...new Set(codes)].sort(compareCodePoints);

const DETAILS = new Map(ALL_AMENITIES.map((amenity) => [amenity.code, amenity]));

/** Codes that only another version of Innkeep knows are left out. */
export const describeAmenities = (codes: readonly Amenity[]): AmenityDetails[] =>
  sortAmenities(codes).flatMap((code) => DETAILS.get(code) ?? []);
