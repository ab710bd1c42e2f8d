/** The life of a booking, told line by line. Run it against the demo: INNKEEP_TOKEN=ink_… npm start */
import { createInnkeep, InnkeepError } from './innkeep.ts';
import { book, cancel, change, quote, readListings, recordFirstPayment } from './stays.ts';

const FIRST_DAY = 60;
const NIGHTS = 4;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const money = (amount: number, currency: string) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
};

/** So many days from today. */
function day(ahead: number): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + ahead);
  return date.toISOString().slice(0, 10);
}

async function main(): Promise<void> {
  const { INNKEEP_URL = 'http://127.0.0.1:3000', INNKEEP_TOKEN = '' } = process.env;
  const innkeep = createInnkeep({ address: INNKEEP_URL, token: INNKEEP_TOKEN });

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
      say(`${title} cannot be had: ${reasons.map(({ message }) => message).join(' ')}`);
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

try {
  await main();
} catch (error) {
  if (!(error instanceof InnkeepError)) throw error;
  const { message, status, errors, requestId } = error;
  process.stderr.write(`${status} ${message}\n${JSON.stringify(errors)}\nrequest ${requestId}\n`);
  process.exitCode = 1;
}
