/** The life of a booking, one line for each step. Run it against the demo: INNKEEP_TOKEN=ink_… npm start */
import { createInnkeep, InnkeepError } from './innkeep.ts';
import { book, cancel, change, quote, readListings, recordFirstPayment } from './stays.ts';

const FIRST_DAY = 60;
const NIGHTS = 4;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const money = (amount: number, currency: string) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
};

/** The date a number of days from today. */
function day(ahead: number): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + ahead);
  return date.toISOString().slice(0, 10);
}

const { INNKEEP_URL = 'http://127.0.0.1:3000', INNKEEP_TOKEN = '' } = process.env;

async function main(): Promise<void> {
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

function fail(line: string, code: number): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = code;
}

try {
  if (INNKEEP_TOKEN) await main();
  else
    fail(
      'Set INNKEEP_TOKEN to a token of your team: INNKEEP_TOKEN=ink_… npm start\n' +
        'In the folder of Innkeep, "npm run -s cli -- demo" prints the demo’s.',
      2,
    );
} catch (error) {
  if (error instanceof InnkeepError) {
    const { message, status, errors, requestId } = error;
    fail(`${status} ${message}\n${JSON.stringify(errors)}\nrequest ${requestId}`, 1);
  } else if (error instanceof TypeError && error.message === 'fetch failed') {
    fail(`Nothing answers at ${INNKEEP_URL}. Set INNKEEP_URL to the address of your Innkeep.`, 1);
  } else throw error;
}
