/** The life of a booking, one line for each step. Run it against the demo: INNKEEP_TOKEN=ink_… npm start */
import type { Innkeep } from './innkeep.ts';
import { day, money, runProgram, say } from './program.ts';
import { book, cancel, change, quote, readListings, recordFirstPayment } from './stays.ts';

const FIRST_DAY = 60;
const NIGHTS = 4;

async function main(innkeep: Innkeep): Promise<void> {
  const listings = await readListings(innkeep);
  say(`${listings.length} listings, from ${listings[0]?.public_title} to ${listings.at(-1)?.public_title}.`);

  for (const { id, kind, public_title: title, max_guests } of listings) {
    if (kind === 'building') continue;
    const stay = {
      check_in: day(FIRST_DAY),
      check_out: day(FIRST_DAY + NIGHTS),
      guests: Math.min(2, max_guests),
    };
    const { available, price, reasons } = await quote(innkeep, id, stay);
    if (!available) {
      say(`${title} is not available: ${reasons.map(({ message }) => message).join(' ')}`);
      continue;
    }
    say(`${title} costs ${money(price.grand_total, price.currency)} for ${NIGHTS} nights.`);
    const { guests: number_of_guests, ...dates } = stay;
    const guest = { name: 'Ada Example', email: 'ada@example.com' };
    const booking = await book(innkeep, { listing_id: id, ...dates, number_of_guests, guest });
    say(`Booked as ${booking.confirmation_code}, ${booking.status}.`);

    const longer = await change(innkeep, booking.id, { check_out: day(FIRST_DAY + NIGHTS + 1) });
    say(`Now ${longer.nights} nights for ${money(longer.grand_total, longer.currency)}.`);

    const folio = await recordFirstPayment(innkeep, booking.id);
    say(
      `Paid ${money(folio.paid_total, folio.currency)}, ${money(folio.balance_due, folio.currency)} to come.`,
    );

    const { status, cancelled_at } = await cancel(innkeep, booking.id, 'It was an example.');
    say(`The booking is ${status} since ${cancelled_at}.`);
    return;
  }
}

await runProgram('npm start', main);
