import { addDays, todayInZone } from '../../../domain/dates/dates.ts';
import { countMinorDigits, createMoneyFormat } from '../../../domain/money.ts';
import { listCalendars } from '../../../services/availability/calendars.ts';
import type { SiteListing } from '../../../services/listings.ts';
import type { TeamScope } from '../../../services/team-scope.ts';

/** As the site's script looks ahead. */
const DAYS_AHEAD = 60;
/** A house with more kinds of rooms has their prices on their own pages. */
const MAX_CALENDARS = 8;

/** Such as `€98`: the lowest price of the free nights in the coming weeks. Null if none is free. */
export async function findPriceFrom(
  scope: TeamScope,
  listing: SiteListing,
  locale: string,
): Promise<string | null> {
  const { unitTypes, timezone, currency } = listing;
  const ids = (unitTypes.length > 0 ? unitTypes : [listing]).map(({ id }) => id);
  if (ids.length > MAX_CALENDARS) return null;
  const startDate = todayInZone(timezone, scope.clock());
  const window = { startDate, endDate: addDays(startDate, DAYS_AHEAD) };
  const page = { page: 1, perPage: ids.length };
  const { rows } = await listCalendars(scope, { filter: { ids }, window, page });
  const free = rows.flatMap(({ days }) => days.filter(({ available }) => available));
  const rates = free.map(({ dayRateCents }) => dayRateCents);
  return rates.length > 0 ? presentShortMoney(Math.min(...rates), currency, locale) : null;
}

/** Whole amounts have no decimals. */
function presentShortMoney(cents: number, currency: string, locale: string): string {
  const amount = cents / 10 ** countMinorDigits(currency);
  return createMoneyFormat(currency, { isWhole: Number.isInteger(amount), locale }).format(amount);
}
