/** The dates of a listing's seasons. */

import type { StayDate } from '../dates/dates.ts';
import { type MessageText, notBefore } from '../text/message-text.ts';
import { toOneLine } from '../text/text.ts';

/** A season's name, and its first and last night. */
type SeasonSpan = { name: string; startDate: StayDate; endDate: StayDate };

/** A problem with a season of a list. Its path begins with the season's index. */
type SeasonProblem = {
  path: [index: number] | [index: number, field: 'end_date'];
  message: MessageText;
  input?: string;
};

/**
 * A season includes both of its dates, so it must end before the next begins (docs/rules.md, 16.11). A season whose
 * dates are not valid is null, and left out.
 */
export function findSeasonProblems(seasons: readonly (SeasonSpan | null)[]): SeasonProblem[] {
  const valid = [...seasons.entries()].flatMap(([index, season]) => (season ? [{ index, ...season }] : []));
  const problems: SeasonProblem[] = valid
    .filter(({ startDate, endDate }) => endDate < startDate)
    .map(({ index, endDate }) => ({
      path: [index, 'end_date'],
      message: notBefore('start_date'),
      input: endDate,
    }));
  const inOrder = valid.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  let lastToEnd = inOrder[0];
  for (const season of inOrder.slice(1)) {
    if (lastToEnd && season.startDate <= lastToEnd.endDate)
      problems.push({ path: [season.index], message: describeOverlap(season, lastToEnd) });
    if (!lastToEnd || season.endDate > lastToEnd.endDate) lastToEnd = season;
  }
  return problems;
}

function describeOverlap(season: SeasonSpan, other: SeasonSpan & { index: number }): MessageText {
  const [own, name] = [season.name, other.name].map((text) => toOneLine(JSON.stringify(text)));
  const span = `${season.startDate} to ${season.endDate}`;
  const inList = `seasons[${other.index}] (${name}), but ${own} is from ${span}`;
  return ['must not overlap ', { kind: 'season', name: other.name, inList }];
}
