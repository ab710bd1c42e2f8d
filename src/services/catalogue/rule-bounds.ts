/** Rules and seasons must not contradict themselves after a change (docs/rules.md, 16.12). */
import type { SeasonRecord } from '../../db/queries/listings/rates.ts';
import { toFieldName } from '../../domain/field-names.ts';
import { areStayBoundsCrossed, listCrossedRules, type RuleBounds } from '../../domain/pricing/bounds.ts';
import { namedField } from '../../domain/text/message-text.ts';
import type { SeasonColumns } from './part-rows.ts';
import type { Problem } from './problems.ts';

/**
 * The problem is about the lower of two rules if the change sets it. Stored rules that no change sets may
 * contradict each other.
 */
export const findCrossedRuleProblems = (
  row: RuleBounds,
  columns: { [Name in keyof RuleBounds]?: number | null | undefined },
): Problem[] =>
  listCrossedRules(row)
    .filter(({ lower, upper }) => columns[lower] !== undefined || columns[upper] !== undefined)
    .map(({ lower, upper }): Problem => {
      const isOfLower = columns[lower] !== undefined;
      const [field, other] = isOfLower ? [lower, upper] : [upper, lower];
      const must = isOfLower ? 'must not be more than ' : 'must not be less than ';
      return {
        path: ['rules', toFieldName(field)],
        code: 'contradicts',
        message: [must, namedField(toFieldName(other)), `, ${row[other]}`],
        input: row[field],
      };
    });

/** Unless they are stored so. */
export const findCrossedSeasonProblems = (
  seasons: readonly SeasonColumns[],
  stored: readonly SeasonRecord[],
): Problem[] =>
  seasons.flatMap((season, index): Problem[] => {
    const { minStay = null, maxStay = null } = season;
    const isStored = stored.some(
      (one) => one.startDate === season.startDate && one.minStay === minStay && one.maxStay === maxStay,
    );
    if (isStored || !areStayBoundsCrossed({ minStay, maxStay })) return [];
    const message = ['must not be more than ', namedField('max_stay'), `, ${maxStay}`];
    return [{ path: ['seasons', index, 'min_stay'], code: 'contradicts', message, input: minStay }];
  });
