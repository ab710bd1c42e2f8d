/** Checkouts with a stand-in for a payment provider on this machine: INNKEEP_TOKEN=ink_… node main.ts */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Outcome, onPaid, startCheckout } from './checkout.ts';
import type { Innkeep, Listing, NewBooking } from './innkeep.ts';
import { day, fail, money, runProgram, say } from './program.ts';
import { createProvider, type Provider, type ProviderEvent, readEvent } from './provider.ts';
import { book, cancel, isAvailable, readListings } from './stays.ts';

const FIRST_DAY = 60;
const NIGHTS = 4;

async function main(innkeep: Innkeep): Promise<void> {
  const shop = await openShop(innkeep);
  try {
    const listing = await findFree(innkeep, await readListings(innkeep));
    if (!listing) return fail('No listing is free on the days of this example.', 1);
    await tellStories(innkeep, shop, stayIn(listing), listing);
  } finally {
    shop.close();
  }
}

type Shop = { provider: Provider; outcomes: Outcome[]; close: () => void };

async function tellStories(
  innkeep: Innkeep,
  { provider, outcomes }: Shop,
  wanted: NewBooking,
  { public_title: title }: Listing,
): Promise<void> {
  const pay = async (id: string): Promise<Outcome> => {
    await provider.guestPays(id);
    const outcome = outcomes.at(-1);
    if (!outcome) throw new Error('The provider has told nothing.');
    return outcome;
  };
  const bookingOf = (outcome: Outcome) => {
    if (outcome.kind === 'refunded') throw new Error('The money was given back.');
    return outcome.booking;
  };

  const first = await startCheckout(innkeep, provider, wanted);
  const asked = money(first.payment.amount, first.payment.currency);
  say(`${title} is held as ${first.booking.confirmation_code} until ${first.booking.expires_at}.`);
  say(`The provider asks the guest for ${asked}.`);
  const confirmed = bookingOf(await pay(first.payment.id));
  say(`The guest has paid: ${confirmed.confirmation_code} is ${confirmed.status}.`);
  const repeated = await pay(first.payment.id);
  say(`Told once more, it is ${bookingOf(repeated).status} as before.`);
  await cancel(innkeep, confirmed.id, 'It was an example.');

  // The program cancels the hold instead of waiting half an hour for it to lapse.
  const late = await startCheckout(innkeep, provider, wanted);
  await cancel(innkeep, late.booking.id, 'The example lets it lapse.');
  const again = bookingOf(await pay(late.payment.id));
  say(
    `Another guest paid too late. The stay was still free: it is booked again as ${again.confirmation_code}.`,
  );
  await cancel(innkeep, again.id, 'It was an example.');

  const tooLate = await startCheckout(innkeep, provider, wanted);
  await cancel(innkeep, tooLate.booking.id, 'The example lets it lapse.');
  const others = await takeAll(innkeep, wanted);
  const { kind } = await pay(tooLate.payment.id);
  say(
    `A third paid too late, and the nights were taken: ${asked} ${kind === 'refunded' ? 'went back' : kind}.`,
  );
  for (const id of others) await cancel(innkeep, id, 'It was an example.');
}

/** The address that the provider calls, and what came of its events. */
async function openShop(innkeep: Innkeep): Promise<Shop> {
  const outcomes: Outcome[] = [];
  const settle = async ({ payment }: ProviderEvent): Promise<number> => {
    try {
      outcomes.push(await onPaid(innkeep, provider, payment));
      return 204;
    } catch {
      // The provider tells it again.
      return 500;
    }
  };
  const server = createServer(async (request, response) => {
    const event = readEvent(
      provider.secret,
      await bodyIn(request),
      String(request.headers['provider-signature']),
    );
    response.writeHead(event ? await settle(event) : 401).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const provider = createProvider({ webhook: `http://127.0.0.1:${port}/` });
  return { provider, outcomes, close: () => server.close() };
}

async function bodyIn(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

const dates = { check_in: day(FIRST_DAY), check_out: day(FIRST_DAY + NIGHTS) };
const stayIn = ({ id }: Listing): NewBooking => ({
  listing_id: id,
  ...dates,
  number_of_guests: 1,
  guest: { name: 'Ada Example', email: 'ada@example.com' },
});

async function findFree(innkeep: Innkeep, listings: readonly Listing[]): Promise<Listing | null> {
  for (const listing of listings) {
    if (listing.kind === 'building') continue;
    if (await isAvailable(innkeep, listing.id, { ...dates, guests: 1 })) return listing;
  }
  return null;
}

/** Books every unit that is free, and returns the bookings' ids. */
async function takeAll(innkeep: Innkeep, wanted: NewBooking): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    if (!(await isAvailable(innkeep, wanted.listing_id, { ...dates, guests: 1 }))) return ids;
    ids.push((await book(innkeep, wanted)).id);
  }
}

await runProgram('node main.ts', main);
