/** Parties and extras in bodies of bookings, and their changes (docs/rules.md, 23). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { EXTRAS, openPartyInn, PARTY, SHOWN_PARTY, STAY } from './inn.ts';

const world = await openSharedApp();
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
const adults = (number: number, pets = 0) => ({ adults: number, children_ages: [], infants: 0, pets });

describe('the party of a new booking', () => {
  it.each([
    [{ party: { children_ages: [5] } }, ['party.adults']],
    [{ number_of_guests: 1, party: { children_ages: [5] } }, ['party.adults']],
    [{ party: {} }, ['number_of_guests']],
    [{ party: null }, ['number_of_guests']],
    [{ party: { pets: 1 } }, ['number_of_guests']],
    [{ party: { adults: 0 } }, ['party.adults']],
    [{ party: { adults: 0, children_ages: [1] } }, ['party.adults']],
    [
      { party: { adults: 1_001, children_ages: [18], pets: 101 } },
      ['party.adults', 'party.children_ages.0', 'party.pets'],
    ],
    [{ party: [] }, ['number_of_guests', 'party']],
    [
      { party: { children_ages: [1.5], pets: 0.5 }, guest: undefined },
      ['guest', 'party.adults', 'party.children_ages.0', 'party.pets'],
    ],
    [{ number_of_guests: 1.5, check_out: STAY.check_in }, ['check_out', 'number_of_guests']],
    [{ number_of_guests: 3, party: PARTY }, ['number_of_guests']],
    [{ party: { adults: 0, children_ages: [1] }, listing_id: NOBODY }, ['listing_id', 'party.adults']],
    [
      { number_of_guests: 1, extras: [{ code: 'a b' }, { code: 'x', quantity: 0 }] },
      ['extras.0.code', 'extras.1.quantity'],
    ],
    [{ number_of_guests: 1, extras: [{ code: 'x' }, { code: 'x' }] }, ['extras.1.code']],
    [
      { number_of_guests: 1, extras: [{ code: 'x', quantity: '1' }, { code: ' x' }, null] },
      ['extras.0.quantity', 'extras.1.code', 'extras.2'],
    ],
    [
      {
        number_of_guests: 9,
        extras: [{ code: 'breakfast', quantity: 2 }, { code: 'pets' }, { code: 'no' }],
        coupon_code: 'NO',
      },
      ['number_of_guests', 'coupon_code', 'extras.0.quantity', 'extras.1.code', 'extras.2.code'],
    ],
    [{ number_of_guests: 1, party: { pets: 2 } }, ['party']],
  ])('a new booking with %j is refused', async (body, fields) => {
    const inn = await openPartyInn(world);
    const answer = inn.tryBook({ ...STAY, number_of_guests: undefined, ...body });
    const [status, named] = (await inn.fieldsOf(answer)) as [number, string[]];
    expect([status, named.toSorted()]).toEqual([422, fields.toSorted()]);
  });

  it('a new booking may have nulls in its party, and pets beside number_of_guests', async () => {
    const inn = await openPartyInn(world);
    const nulls = { adults: null, children_ages: null, pets: null };
    expect(await inn.book({ ...STAY, party: nulls, extras: null })).toMatchObject({
      party: adults(2),
      extras: [],
    });
    expect(await inn.book({ ...STAY, party: { pets: 1 } })).toMatchObject({ party: adults(2, 1) });
  });
});

describe('changing a party', () => {
  it('changing a party replaces it as a whole and prices it, and the event names it', async () => {
    const inn = await openPartyInn(world);
    const made = await inn.bookParty();
    const changed = await inn.data(inn.change(made.id, { party: { adults: 2 } }));
    expect(changed).toMatchObject({ number_of_guests: 2, party: adults(2), extras: EXTRAS });
    expect(changed.grand_total).toBe(30_000 + 7_200 + 800 + 600);
    const event = (await inn.events(made.id)).at(-1);
    expect(event.data).toMatchObject({
      number_of_guests: [4, 2],
      party: [SHOWN_PARTY, adults(2)],
      grand_total: [51_800, 38_600],
    });
    const feed = (await inn.send('GET', '/events?types=booking.changed')).body.data;
    expect(feed.at(-1).data.changed).toEqual(expect.arrayContaining(['number_of_guests', 'party']));
  });

  it('an event names the party whenever it changes, also by number_of_guests alone', async () => {
    const inn = await openPartyInn(world);
    const { id } = await inn.book({ number_of_guests: 2 });
    const changed = async (body: object) => {
      await inn.data(inn.change(id, body));
      return (await inn.send('GET', '/events?types=booking.changed')).body.data.at(-1).data.changed;
    };
    expect(await changed({ number_of_guests: 3 })).toEqual(
      expect.arrayContaining(['number_of_guests', 'party']),
    );
    expect(await changed({ party: { adults: 2 } })).toEqual(
      expect.arrayContaining(['number_of_guests', 'party']),
    );
    expect(await changed({ party: { pets: 1 } })).toContain('party');
    expect(await changed({ notes: 'x', number_of_guests: 2 })).toEqual(['notes']);
  });

  it('sending the same party back is no change, so a client that sends everything can change number_of_guests alone', async () => {
    const inn = await openPartyInn(world);
    const made = await inn.bookParty();
    expect(await inn.data(inn.change(made.id, made))).toEqual(made);
    expect(
      await inn.data(inn.change(made.id, { party: PARTY, extras: EXTRAS, number_of_guests: 4 })),
    ).toEqual(made);
    expect(await inn.events(made.id)).toHaveLength(1);
    const changed = await inn.data(inn.change(made.id, { ...made, number_of_guests: 3 }));
    expect(changed).toMatchObject({ number_of_guests: 3, party: adults(3, 1) });
  });

  it('changing the pets alone keeps the rest of the party', async () => {
    const inn = await openPartyInn(world);
    const made = await inn.bookParty();
    const changed = await inn.data(inn.change(made.id, { party: { pets: 0 } }));
    expect(changed).toMatchObject({ party: { ...SHOWN_PARTY, pets: 0 }, grand_total: 51_800 - 2_100 });
    expect(await inn.fieldsOf(inn.change(made.id, { party: { pets: 2 } }))).toEqual([422, ['party']]);
    expect(await inn.fieldsOf(inn.change(made.id, { party: PARTY, number_of_guests: 4.5 }))).toEqual([
      422,
      ['number_of_guests'],
    ]);
    const contradicting = inn.change(made.id, { party: { adults: 1 }, number_of_guests: 4 });
    expect(await inn.fieldsOf(contradicting)).toEqual([422, ['number_of_guests']]);
    expect(await inn.fieldsOf(inn.change(made.id, { party: { children_ages: [3] } }))).toEqual([
      422,
      ['party.adults'],
    ]);
    expect(await inn.fieldsOf(inn.change(made.id, { party: { children_ages: [3.5] } }))).toEqual([
      422,
      ['party.children_ages.0', 'party.adults'],
    ]);
  });

  it('a changed party is checked against a limit only if the number concerned changes', async () => {
    const inn = await openPartyInn(world);
    const made = await inn.bookParty();
    await inn.put(`/listings/${inn.listing.id}`, {
      max_children: 0,
      max_infants: 0,
      max_pets: 0,
      max_guests: 1,
    });
    const change = (party: object) => inn.fieldsOf(inn.change(made.id, { party }));
    expect(await change({ ...PARTY, children_ages: [9, 5, 1] })).toEqual([200, []]);
    expect(await change({ ...PARTY, adults: 3 })).toEqual([422, ['number_of_guests']]);
    expect(await change({ ...PARTY, adults: 1, children_ages: [9, 5, 5, 1] })).toEqual([422, ['party']]);
    expect(await change({ ...PARTY, children_ages: [9, 5, 1, 1] })).toEqual([422, ['party']]);
    const overridden = { party: { ...PARTY, adults: 3 }, override_rules: true };
    expect((await inn.change(made.id, overridden)).status).toBe(200);
  });

  it('today’s infant age is used only if the party really changes', async () => {
    const inn = await openPartyInn(world);
    const made = await inn.bookParty();
    await inn.put('/team', { infant_age: 5 });
    expect(await inn.read(`/bookings/${made.id}`)).toEqual(made);
    expect(await inn.data(inn.change(made.id, { party: PARTY }))).toEqual(made);
    const changed = await inn.data(inn.change(made.id, { party: { ...PARTY, pets: 0 } }));
    expect(changed).toMatchObject({ number_of_guests: 3, party: { ...SHOWN_PARTY, infants: 2, pets: 0 } });
  });

  it('changing extras replaces them and prices them, and changing dates keeps those that are still offered', async () => {
    const inn = await openPartyInn(world);
    await inn.put('/fees/breakfast', { max_quantity: 3 });
    const made = await inn.bookParty({ extras: [{ code: 'breakfast', quantity: 3 }] });
    expect(made.grand_total).toBe(51_800 + 2 * 14_400);
    const none = await inn.data(inn.change(made.id, { extras: [] }));
    expect(none).toMatchObject({ extras: [], grand_total: 51_800 - 14_400 });
    const event = (await inn.events(made.id)).at(-1);
    expect(event.data.extras).toEqual([[{ code: 'breakfast', quantity: 3 }], []]);
    await inn.data(inn.change(made.id, { extras: [{ code: 'breakfast', quantity: 3 }] }));
    await inn.put('/fees/breakfast', { max_quantity: 2 });
    const moved = await inn.data(inn.change(made.id, { check_out: '2032-01-01' }));
    expect(moved.extras).toEqual([{ code: 'breakfast', quantity: 2 }]);
    await inn.put('/fees/breakfast', { optional: false });
    const left = await inn.data(inn.change(made.id, { check_out: '2032-01-02' }));
    expect(left.extras).toEqual([]);
    expect((await inn.events(made.id)).at(-1).data).toHaveProperty('extras');
    expect(await inn.fieldsOf(inn.change(made.id, { extras: EXTRAS }))).toEqual([422, ['extras.0.code']]);
  });
});
