/** The worked party at every door (docs/rules.md, 23). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { EXTRAS, LINES, linesIn, openPartyInn, PARTY, QUERY, SHOWN_PARTY, STAY } from './inn.ts';

const world = await openSharedApp();
const TOTAL = 51_800;
const asText = (query: Record<string, string>) => new URLSearchParams(query).toString();

it('the worked example of a party is priced to the cent, the same for the team and the booking site', async () => {
  const inn = await openPartyInn(world);
  const quote = await inn.quote(inn.listing.id, QUERY);
  expect(quote.body.data).toMatchObject({
    available: true,
    party: SHOWN_PARTY,
    extras: EXTRAS,
    price: { grand_total: TOTAL },
  });
  expect(linesIn(quote.body.data.price.price_breakdown)).toEqual(LINES);
  const ofSite = await inn.visit('GET', `/listings/${inn.listing.slug}/availability?${asText(QUERY)}`);
  expect(ofSite.text).toBe(quote.text);
});

it('the worked example of a party is previewed, booked and read at its quoted price', async () => {
  const inn = await openPartyInn(world);
  const body = { ...STAY, number_of_guests: 4, party: PARTY, extras: EXTRAS, expected_total: TOTAL };
  const preview = await inn.data(inn.send('POST', '/bookings/preview', inn.newBooking(body)));
  const booking = await inn.book(body);
  for (const one of [preview.booking, booking, await inn.read(`/bookings/${booking.id}`)]) {
    expect(one).toMatchObject({
      number_of_guests: 4,
      party: SHOWN_PARTY,
      extras: EXTRAS,
      grand_total: TOTAL,
    });
    expect(linesIn(one.price_breakdown)).toEqual(LINES);
  }
  const { data } = (await inn.send('GET', `/occupancies?from=${STAY.check_in}&to=${STAY.check_out}`)).body;
  expect(data[0].booking).toMatchObject({ number_of_guests: 4, party: SHOWN_PARTY });
});

it('a tax on a person’s share of a night costs the same in the quote and in the booking', async () => {
  const inn = await openPartyInn(world);
  const share = { basis: 'percent_guest_night', percent: 5, max_amount: 400, ages: { from: 18, to: null } };
  await inn.data(inn.send('POST', '/taxes', { code: 'share', name: 'Share', ...share }), 201);
  const line = {
    basis: 'guest_night',
    quantity: 6,
    unit_amount: 110,
    percent: 5,
    base_amount: 33_000,
    amount: 660,
  };
  const quote = await inn.quote(inn.listing.id, QUERY);
  expect(quote.body.data.price.price_breakdown.at(-1)).toMatchObject({ code: 'share', ...line });
  const booking = await inn.bookParty({ expected_total: TOTAL + 660 });
  expect(booking.price_breakdown.at(-1)).toMatchObject({ code: 'share', ...line });
  await inn.put('/taxes/share', { max_amount: 109 });
  const capped = await inn.quote(inn.listing.id, QUERY);
  expect(capped.body.data.price.price_breakdown.at(-1)).toMatchObject({ unit_amount: 109, amount: 654 });
});

it('the worked example of a party can be booked on the site, and is shown to its guest', async () => {
  const inn = await openPartyInn(world);
  const booked = await inn.requested({
    ...STAY,
    number_of_guests: undefined,
    party: PARTY,
    extras: EXTRAS,
    expected_total: TOTAL,
  });
  const shown = { number_of_guests: 4, party: SHOWN_PARTY, extras: EXTRAS, grand_total: TOTAL };
  expect(booked).toMatchObject(shown);
  expect((await inn.look(booked.confirmation_code, booked.key)).body.data).toMatchObject(shown);
});

it('searches of the team and of the booking site find the worked example of a party, without extras', async () => {
  const inn = await openPartyInn(world);
  const { extras, ...query } = QUERY;
  const ofTeam = (await inn.send('GET', `/search?${asText(query)}`)).body;
  const ofSite = (await inn.visit('GET', `/search?${asText(query)}`)).body;
  for (const { data } of [ofTeam, ofSite])
    expect(data).toMatchObject([{ party: SHOWN_PARTY, price: { grand_total: TOTAL - 14_400 } }]);
  expect(await inn.fieldsOf(inn.send('GET', `/search?${asText(QUERY)}`))).toEqual([422, ['extras']]);
});

it('a quote with adults only is the same as before there were parties, to the byte', async () => {
  const inn = await openPartyInn(world);
  const party = fc.record({
    adults: fc.integer({ min: 1, max: 6 }),
    ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 3 }),
    pets: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(party, async ({ adults, ages, pets }) => {
      const guests = await inn.quote(inn.listing.id, { ...STAY, guests: adults });
      const named = await inn.quote(inn.listing.id, { ...STAY, adults });
      expect(named.text).toBe(guests.text);
      const query = asText({ ...STAY, adults: `${adults}`, children_ages: ages.join(), pets: `${pets}` });
      const ofTeam = await inn.send('GET', `/availability/${inn.listing.id}?${query}`);
      const ofSite = await inn.visit('GET', `/listings/${inn.listing.slug}/availability?${query}`);
      expect(ofSite.text).toBe(ofTeam.text);
    }),
    { numRuns: 25 },
  );
});
