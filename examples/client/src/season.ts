/** Sets prices for a season, and prints each day that changed: INNKEEP_TOKEN=ink_… npm run season */
import type { Innkeep, ListingDay } from './innkeep.ts';
import { changeDays, readDays, readRates } from './prices.ts';
import { day, fail, money, runProgram, say } from './program.ts';
import { readListings } from './stays.ts';

const FIRST_DAY = 90;
const DAYS = 14;
const MIN_STAY = 3;
const PERCENT = 120;
const WEEKEND_PERCENT = 150;

const weekday = (date: string) =>
  new Date(date).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });

async function main(innkeep: Innkeep): Promise<void> {
  const slug = process.argv[2];
  const listings = await readListings(innkeep);
  const listing = listings.find((one) => (slug ? one.slug === slug : one.kind !== 'building'));
  if (!listing)
    return fail(
      slug ? `No active listing has the slug ${slug}.` : 'There is no active listing to set prices for.',
      1,
    );

  const { currency, rates } = await readRates(innkeep, listing.id);
  const season = { start_date: day(FIRST_DAY), end_date: day(FIRST_DAY + DAYS - 1) };
  const terms = ({ day_rate, min_stay }: ListingDay) =>
    `${money(day_rate, currency)}, at least ${min_stay} ${min_stay === 1 ? 'night' : 'nights'}`;

  const before = await readDays(innkeep, listing.id, season);
  const nightly = Math.round((rates.nightly * PERCENT) / 100);
  const weekendNightly = Math.round((rates.nightly * WEEKEND_PERCENT) / 100);
  await changeDays(innkeep, listing.id, [
    { ...season, nightly, min_stay: MIN_STAY },
    { ...season, weekdays: rates.weekend_days, nightly: weekendNightly },
  ]);
  const after = await readDays(innkeep, listing.id, season);

  const changes = after.flatMap((now, index) => {
    const was = before[index];
    if (!was || terms(was) === terms(now)) return [];
    return [`${weekday(now.date)} ${now.date}: ${terms(was)} → ${terms(now)}`];
  });
  say(
    `${listing.public_title}, ${season.start_date} to ${season.end_date}: ${changes.length} of ${DAYS} days changed.`,
  );
  for (const line of changes) say(line);
}

await runProgram('npm run season', main);
