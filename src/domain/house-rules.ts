/** What a guest must heed in a place (docs/rules.md, 5.13). Null where nothing is said. Times are `HH:MM`. */
export type HouseRules = {
  readonly smoking: boolean | null;
  readonly parties: boolean | null;
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly minimum_age: number | null;
  readonly text: string | null;
};
/** Some of the rules. Undefined ones stay as they are. */
export type HouseRulesChange = { readonly [Key in keyof HouseRules]?: HouseRules[Key] | undefined };

const NO_HOUSE_RULES: HouseRules = {
  smoking: null,
  parties: null,
  quiet_from: null,
  quiet_until: null,
  minimum_age: null,
  text: null,
};

const KEYS = Object.keys(NO_HOUSE_RULES) as (keyof HouseRules)[];

/** The rules with some of them changed. Null if nothing is said any more, which is how that is stored. */
export function mergeHouseRules(stored: HouseRules | null, change: HouseRulesChange): HouseRules | null {
  const merged = buildHouseRules((key) => (change[key] === undefined ? stored?.[key] : change[key]));
  return KEYS.every((key) => merged[key] === null) ? null : merged;
}

/** All six rules. What a unit type does not say is as its building says. */
export const completeHouseRules = (
  own: HouseRules | null,
  ofBuilding: HouseRules | null = null,
): HouseRules => buildHouseRules((key) => own?.[key] ?? ofBuilding?.[key]);

const buildHouseRules = (read: (key: keyof HouseRules) => unknown): HouseRules =>
  Object.fromEntries(KEYS.map((key) => [key, read(key) ?? null])) as HouseRules;
