/** What contradicts itself within one entry of a team file, as sentences for its problems (contract, section 11). */

import { percentOrNull } from '../../domain/notation.ts';
import type {
  BlockEntry,
  CouponEntry,
  DiscountEntry,
  FeeEntry,
  GuestEntry,
  ListingEntry,
  TaxEntry,
} from './format.ts';
import { shown } from './problems.ts';
import type { Fragment } from './reading.ts';

type Sentences = readonly (string | false | null | undefined)[];

/** A rule of an entry, and the fields that it looks at: where one of them is refused, the rule has nothing to say. */
export type Rule<Value> = {
  fields: readonly string[];
  sentences: (value: Partial<Value>) => Sentences;
};

/** Makes rules over entries of one kind. */
export const rulesFor =
  <Value>() =>
  <Field extends keyof Value & string>(
    fields: readonly Field[],
    // Every entry and fragment has the fields that are not refused, and only those are asked for.
    sentences: (value: Pick<Value, Field>) => Sentences,
  ): Rule<Value> => ({ fields, sentences: sentences as Rule<Value>['sentences'] });

export const contradictionsOf = <Value>(
  rules: readonly Rule<Value>[],
  { value, faulty }: Fragment<Value>,
): string[] =>
  rules
    .filter(({ fields }) => !fields.some((field) => faulty.has(field)))
    .flatMap(({ sentences }) => sentences(value))
    .filter((sentence) => typeof sentence === 'string');

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const chargeRule = rulesFor<FeeEntry & TaxEntry>();
export const CHARGE_RULES: readonly Rule<FeeEntry & TaxEntry>[] = [
  chargeRule(['basis', 'amount', 'percent'], (entry) => {
    const [wanted, unwanted] =
      entry.basis === 'percent' ? (['percent', 'amount'] as const) : (['amount', 'percent'] as const);
    return [
      !isGiven(entry[wanted]) && `${wanted} is required with basis ${shown(entry.basis)}`,
      isGiven(entry.amount) &&
        unwanted === 'amount' &&
        `amount must not be given with basis ${shown(entry.basis)}, not ${shown(entry.amount)}`,
      isGiven(entry.percent) &&
        unwanted === 'percent' &&
        `percent must not be given with basis ${shown(entry.basis)}, not ${percentOrNull(entry.percent ?? null)}`,
    ];
  }),
  chargeRule(['basis', 'included'], ({ basis, included }) => [
    included && basis !== 'percent' && `included must be false with basis ${shown(basis)}, not true`,
  ]),
  chargeRule(['applies_to'], ({ applies_to }) => [
    applies_to?.length === 0 && 'applies_to must name accommodation, fees or both, not nothing',
  ]),
];

const discountRule = rulesFor<DiscountEntry>();
export const DISCOUNT_RULES = [
  discountRule(['kind', 'min_nights', 'days_before'], (entry) => {
    const [wanted, unwanted] =
      entry.kind === 'length_of_stay'
        ? (['min_nights', 'days_before'] as const)
        : (['days_before', 'min_nights'] as const);
    return [
      !isGiven(entry[wanted]) && `${wanted} is required with kind ${shown(entry.kind)}`,
      isGiven(entry[unwanted]) &&
        `${unwanted} must not be given with kind ${shown(entry.kind)}, not ${shown(entry[unwanted])}`,
    ];
  }),
];

const couponRule = rulesFor<CouponEntry>();
export const COUPON_RULES = [
  couponRule(['percent', 'amount'], ({ percent, amount }) => [
    isGiven(percent) === isGiven(amount) &&
      `either percent or amount is required, not ${isGiven(percent) ? 'both' : 'neither'}`,
  ]),
  couponRule(['valid_from', 'valid_until'], ({ valid_from, valid_until }) => [
    isBefore(valid_until, valid_from) &&
      `valid_until must not be before valid_from, not ${shown(valid_until)}`,
  ]),
  couponRule(['stay_from', 'stay_until'], ({ stay_from, stay_until }) => [
    isBefore(stay_until, stay_from) && `stay_until must not be before stay_from, not ${shown(stay_until)}`,
  ]),
];

const listingRule = rulesFor<ListingEntry>();
export const LISTING_RULES = [
  listingRule(['kind', 'building'], ({ kind, building }) => [
    kind === 'unit_type' && !isGiven(building) && 'building is required with kind "unit_type"',
    kind !== 'unit_type' &&
      isGiven(building) &&
      `building must not be given with kind ${shown(kind)}, not ${shown(building)}`,
  ]),
  listingRule(['kind', 'whole_building_bookable'], ({ kind, whole_building_bookable }) => [
    kind !== 'building' &&
      whole_building_bookable &&
      `whole_building_bookable must be false with kind ${shown(kind)}, not true`,
  ]),
  listingRule(['kind', 'units'], ({ kind, units }) => [
    kind === 'building' &&
      (units?.length ?? 0) > 0 &&
      `units must not be given with kind "building", whose unit types have them, not ${shown(units)}`,
  ]),
  listingRule(['units'], ({ units }) => duplicatesOf(units ?? [], 'units', 'name', (unit) => unit.name)),
  listingRule(['days'], ({ days }) => duplicatesOf(days ?? [], 'days', 'date', (day) => day.date)),
  listingRule(['seasons'], ({ seasons }) => [
    ...(seasons ?? []).map(
      (season, index) =>
        season.end_date < season.start_date &&
        `seasons[${index}].end_date must not be before start_date, not ${shown(season.end_date)}`,
    ),
    ...overlapsOfSeasons(seasons ?? []),
  ]),
];

type Season = NonNullable<ListingEntry['seasons']>[number];

/** Both dates of a season are nights of it, so that one has to end before the next begins. */
function overlapsOfSeasons(seasons: readonly Season[]): string[] {
  const inOrder = [...seasons.entries()].toSorted(([, a], [, b]) => (a.start_date < b.start_date ? -1 : 1));
  const sentences: string[] = [];
  let lastToEnd = inOrder[0];
  for (const next of inOrder.slice(1)) {
    const [index, season] = next;
    if (lastToEnd && season.start_date <= lastToEnd[1].end_date) {
      const span = `${season.start_date} to ${season.end_date}`;
      sentences.push(
        `seasons[${index}] (${shown(season.name)}) must not overlap seasons[${lastToEnd[0]}] (${shown(lastToEnd[1].name)}), not ${span}`,
      );
    }
    if (!lastToEnd || season.end_date > lastToEnd[1].end_date) lastToEnd = next;
  }
  return sentences;
}

const guestRule = rulesFor<GuestEntry>();
export const GUEST_RULES = [
  guestRule(['email', 'id'], ({ email, id }) => [
    !isGiven(email) && !isGiven(id) && 'an email or an id is required to tell the guest by',
  ]),
];

const blockRule = rulesFor<BlockEntry>();
export const BLOCK_RULES = [
  blockRule(['start_date', 'end_date'], ({ start_date, end_date }) => [
    end_date <= start_date && `end_date must be after start_date, not ${shown(end_date)}`,
  ]),
];

/** Entries of an inner list that share what they are told apart by. */
export function duplicatesOf<Item>(
  items: readonly Item[],
  list: string,
  field: string,
  keyOf: (item: Item) => string,
): string[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      return [];
    }
    return [`${list}[${index}].${field} must not be that of ${list}[${earlier}], not ${shown(key)}`];
  });
}

const isBefore = (date: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(date && other && date < other);
