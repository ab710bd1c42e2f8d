import { type ChangeByKey, completeByKey, mergeByKey } from './merge-by-key.ts';

/** What guests must observe (docs/rules.md, 5.13). Times are `HH:MM`. */
export type HouseRules = {
  readonly smoking: boolean | null;
  readonly parties: boolean | null;
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly minimum_age: number | null;
  readonly text: string | null;
};
export type HouseRulesChange = ChangeByKey<HouseRules>;

const NO_HOUSE_RULES: HouseRules = {
  smoking: null,
  parties: null,
  quiet_from: null,
  quiet_until: null,
  minimum_age: null,
  text: null,
};

export const mergeHouseRules = (stored: HouseRules | null, change: HouseRulesChange): HouseRules | null =>
  mergeByKey(NO_HOUSE_RULES, stored, change);

/** A unit type without a rule of its own takes its building's. */
export const completeHouseRules = (
  own: HouseRules | null,
  ofBuilding: HouseRules | null = null,
): HouseRules => completeByKey(NO_HOUSE_RULES, own, ofBuilding);
