/** The pages of a team's prices (docs/rules.md, 16). */
import { expect, test } from 'vitest';
import { todayInZone } from '../../../../../src/domain/dates/dates.ts';
import { dateWithYear } from '../../../../../src/web/views/format.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildDayOverride, buildListing, buildSeason, day } from '../../../../helpers/factories.ts';
import { expectPage, fieldsOf, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

const month = day(0).slice(0, 7);

test('the list of prices shows each place with its base rate and tonight’s rate, and finds places by name', async () => {
  const { visitor, base, team, place } = await openDesk(world);
  await buildDayOverride(world, {
    teamId: team.id,
    listingId: place.id,
    date: todayInZone(place.timezone, world.services.clock()),
    nightlyCents: 17_700,
  });
  await buildListing(world, { teamId: team.id, publicTitle: 'Pier', nightlyCents: 12_345, status: 'draft' });
  const { body } = await visitor.get(`${base}/prices`);
  for (const text of ['Sea Loft', '€177.00', '€100.00', 'Pier', '€123.45', 'Draft'])
    expect(body).toContain(text);
  const found = (await visitor.get(`${base}/prices?q=PIER`)).body;
  expect([found.includes('€123.45'), found.includes('Sea Loft')]).toEqual([true, false]);
  expectPage(await visitor.get(`${base}/prices?q=none`), 200, 'Nothing found');
});

test('rates and rules of a place are changed on its page, with wrong ones shown at their fields', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  const shown = fieldsOf((await visitor.get(path)).body, path);
  expect(shown).toMatchObject({ rates_nightly: '100.00', rules_min_stay: '' });
  const wrong = await visitor.post(path, {
    ...shown,
    rates_nightly: 'ten',
    rules_min_stay: '0',
    security_deposit: '1.234',
  });
  expectPage(
    wrong,
    422,
    '<p class="error" id="rates_nightly-error">A night must be an amount of EUR, such as 120.00.</p>',
  );
  expect(wrong.body).toContain(
    '<p class="error" id="rules_min_stay-error">Minimum stay must be a whole number from 1 to 3650.</p>',
  );
  expect(wrong.body).toContain('id="security_deposit-error"');
  expect(wrong.body).toContain('value="ten"');
  const fields = {
    ...shown,
    rates_nightly: '120,50',
    rules_min_stay: '2',
    rules_booking_window_days: '365',
    rates_extra_child_nightly: '5',
    security_deposit: '200',
  };
  const saved = await visitor.submit(path, { ...fields, rates_weekend_days: '6' });
  expectPage(saved, 200, 'The rates and rules are saved.');
  expect(await client.read(`/listings/${place.id}/rates`)).toMatchObject({
    rates: { nightly: 12_050, weekend_nightly: null, weekend_days: [6], extra_child_nightly: 500 },
    rules: { min_stay: 2, booking_window_days: 365, advance_notice_days: null },
    security_deposit: 20_000,
  });
  expectPage(await visitor.post(path, fields), 422, 'Somebody has changed this meanwhile.');
});

test('the maximum of guests, children and pets of a place is changed on its page, with mistakes at their fields', async () => {
  const { visitor, base, place, client } = await openDesk(world, { maxGuests: 4 });
  const path = `${base}/prices/${place.id}`;
  const { body } = await visitor.get(path);
  expect(body).toContain('Children younger than 2 are infants. They do not count as guests.');
  const shown = fieldsOf(body, `${path}/guests`);
  expect(shown).toMatchObject({ max_guests: '4', max_children: '', max_infants: '', max_pets: '0' });
  const wrong = await visitor.post(`${path}/guests`, { ...shown, max_guests: '', max_pets: '101' });
  expectPage(wrong, 422, 'Pets at most must be a whole number from 0 to 100.');
  expect(wrong.body).toContain('id="max_guests-error"');
  const fields = { ...shown, max_guests: '6', max_children: '3', max_infants: '0', max_pets: '1' };
  expectPage(await visitor.submit(`${path}/guests`, fields), 200, 'The limits are saved.');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({
    max_guests: 6,
    max_children: 3,
    max_infants: 0,
    max_pets: 1,
  });
  expectPage(await visitor.post(`${path}/guests`, fields), 422, 'Somebody has changed this meanwhile.');
  const now = fieldsOf((await visitor.get(path)).body, `${path}/guests`);
  await visitor.submit(`${path}/guests`, { ...now, max_children: '', max_pets: '' });
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({ max_children: null, max_pets: 0 });
});

test('seasons are added, changed and removed on a page, and may not overlap', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  const seasons = `${path}/seasons`;
  const shown = async (query = '') => fieldsOf((await visitor.get(path + query)).body, seasons);
  const summer = {
    season_name: 'Summer',
    season_start_date: day(0),
    season_end_date: day(9),
    season_nightly: '180',
  };
  expectPage(
    await visitor.submit(seasons, { ...(await shown()), ...summer }),
    200,
    'The season “Summer” is saved.',
  );
  const clash = {
    ...(await shown()),
    ...summer,
    season_name: 'Late',
    season_start_date: day(5),
    season_end_date: day(20),
  };
  const refused = await visitor.post(seasons, clash);
  expectPage(refused, 422, 'must not overlap the season “Summer”.');
  expect(refused.body).toContain('value="Late"');
  const reversed = await visitor.post(seasons, { ...clash, season_end_date: day(1) });
  expect(reversed.body).toContain(
    '<p class="error" id="season_end_date-error">Last night must not be before “First night”.</p>',
  );
  const chosen = await shown(`?season=${day(0)}`);
  expect(chosen).toMatchObject({ chosen: day(0), season_name: 'Summer', season_nightly: '180.00' });
  await visitor.submit(seasons, { ...chosen, season_min_stay: '3' });
  expect((await client.read(`/listings/${place.id}/rates`)).seasons).toMatchObject([
    { name: 'Summer', nightly: 18_000, min_stay: 3 },
  ]);
  await visitor.submit(seasons, { ...(await shown(`?season=${day(0)}`)), remove: 'on' });
  expect((await client.read(`/listings/${place.id}/rates`)).seasons).toEqual([]);
});

test('prices of days are changed by range on a page: empty fields stay, and removed prices return to the season’s', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  await buildSeason(world, {
    teamId: place.teamId,
    listingId: place.id,
    startDate: day(0),
    endDate: day(13),
    nightlyCents: 15_000,
  });
  await buildDayOverride(world, { teamId: place.teamId, listingId: place.id, date: day(1), minStay: 4 });
  const days = async () =>
    client.read(`/listings/${place.id}/days?start_date=${day(0)}&end_date=${day(13)}`) as Promise<
      { date: string }[]
    >;
  const chosen = await visitor.get(`${path}?month=${month}&from=${day(0)}&to=${day(6)}`);
  expect(chosen.body.match(/aria-current="true"/g)).toHaveLength(7);
  const range = { month, start_date: day(0), end_date: day(6) };
  await visitor.submit(`${path}/days`, {
    ...range,
    nightly: '210',
    weekdays: '2',
    closed_for_arrival: 'yes',
  });
  expect(await days()).toMatchObject([
    { date: day(1), nightly: 21_000, min_stay: 4, closed_for_arrival: true, closed: false },
  ]);
  const calendar = await visitor.get(`${path}?month=${month}`);
  for (const text of ['€210', '€150', 'min. 4', 'no arrival']) expect(calendar.body).toContain(text);
  expect(calendar.body.match(/title="Own price"/g)).toHaveLength(1);
  await visitor.submit(`${path}/days`, { ...range, clear: 'on', closed: 'yes', end_date: day(1) });
  expect(await days()).toMatchObject([
    { date: day(0), nightly: null, closed: true },
    { date: day(1), nightly: null, min_stay: null, closed: true, closed_for_arrival: false },
  ]);
  const wrong = await visitor.post(`${path}/days`, {
    ...range,
    nightly: '-1',
    closed: 'maybe',
  });
  expect(wrong.statusCode).toBe(422);
  for (const name of ['nightly', 'closed'])
    expect([name, wrong.body]).toEqual([name, expect.stringContaining(`id="${name}-error"`)]);
});

/** The days of the month in a part of the page, in their order. */
const daysIn = (part: string) =>
  [...part.matchAll(/<span class="away">\w+ (\d+ \w+) \d+<\/span>/g)].map(([, date]) => date);
const pastIn = (body: string) => /<details class="more past"[^>]*>.*?<\/details>/s.exec(body)?.[0] ?? '';

test('the prices of a place begin with today, and days that have passed are folded', async () => {
  const { visitor, base, place } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  // The app's clock is at 10:00 UTC on 5 May 2031.
  const { body } = await visitor.get(path);
  expect(daysIn(pastIn(body))).toEqual(['1 May', '2 May', '3 May', '4 May']);
  expect(pastIn(body)).toContain('Days that have passed <span class="count">4</span>');
  const shown = daysIn(body.replace(pastIn(body), ''));
  expect([shown[0], shown.at(-1)]).toEqual(['5 May', '31 May']);
  expect((await visitor.get(`${path}?from=2031-05-02`)).body).toContain('<details class="more past" open>');
  const before = (await visitor.get(`${path}?month=2031-04`)).body;
  expect([pastIn(before), daysIn(before).length]).toEqual(['', 30]);
});

test('at the end of a month, its prices go on with the next month', async () => {
  world.clock.set('2031-05-24T10:00:00Z');
  const { visitor, base, place } = await openDesk(world);
  const { body } = await visitor.get(`${base}/prices/${place.id}`);
  expect(body).toContain('<h2 id="days-heading">May and June 2031</h2>');
  const shown = daysIn(body.replace(pastIn(body), ''));
  expect([shown[0], shown.at(-1)]).toEqual(['24 May', '30 Jun']);
  expect(body).toContain('<span aria-hidden="true">1 Jun</span>');
});

test('seasons that have ended are folded, unless one of them is to be changed', async () => {
  const { visitor, base, place } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  const keys = { teamId: place.teamId, listingId: place.id };
  await buildSeason(world, { ...keys, name: 'Winter', startDate: '2031-01-01', endDate: '2031-05-04' });
  const only = (await visitor.get(path)).body;
  expect(only).toContain('All seasons have ended.');
  await buildSeason(world, { ...keys, name: 'Spring', startDate: '2031-05-05', endDate: '2031-05-05' });
  const seasonsIn = (body: string) => {
    const [, card = ''] = /id="season-heading">(.*?)<h3>/s.exec(body) ?? [];
    const names = (part: string) =>
      [...part.matchAll(/<strong class="name">([^<]*)/g)].map(([, name]) => name);
    return { ended: names(pastIn(card)), present: names(card.replace(pastIn(card), '')) };
  };
  const { body } = await visitor.get(path);
  expect(seasonsIn(body)).toEqual({ ended: ['Winter'], present: ['Spring'] });
  const chosen = (await visitor.get(`${path}?season=2031-01-01`)).body;
  expect(/id="season-heading">.*/s.exec(chosen)?.[0]).toContain('<details class="more past" open>');
});

test('a range of days in which nothing is filled in is refused', async () => {
  const { visitor, base, place } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  await visitor.get(path);
  const range = { month, start_date: day(0), end_date: day(3) };
  const refused = await visitor.post(`${path}/days`, { ...range, weekdays: '6' });
  expectPage(refused, 422, 'Fill in what these days should have');
  expectPage(await visitor.submit(`${path}/days`, { ...range, clear: 'on' }), 200, 'Changed:');
});

test('a range of days that ends before it begins is refused at its end', async () => {
  const { visitor, base, place } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  await visitor.get(path);
  const range = { month, start_date: day(3), end_date: day(0), nightly: '150', weekdays: '6' };
  const refused = await visitor.post(`${path}/days`, range);
  expectPage(refused, 422, '<p class="error" id="end_date-error">To must not be before “From”.</p>');
  expect(refused.body).toContain(`value="${day(3)}"`);
  expect(refused.body).toMatch(/name="weekdays" value="6" checked/);
});

test.each(['0000-01', '0001-01', '0099-12', '1999-12', '2200-01', '9999-12', '2031-13'])(
  'the price page of a month that is out of range, %s, shows this month',
  async (requestedMonth) => {
    const { visitor, base, place } = await openDesk(world);
    const path = `${base}/prices/${place.id}`;
    const [usual = ''] = /name="month" value="[\d-]+"/.exec((await visitor.get(path)).body) ?? [];
    expectPage(await visitor.get(`${path}?month=${requestedMonth}`), 200, usual);
    const sent = await visitor.post(`${path}/days`, { month: requestedMonth, start_date: '', end_date: '' });
    expectPage(sent, 422, usual);
  },
);

test('days on which no stay can begin by rules alone are named, with both bounds', async () => {
  const { visitor, base, team, place, client } = await openDesk(world);
  const path = `${base}/prices/${place.id}`;
  expect((await visitor.get(path)).body).not.toContain('no stay can begin');
  await client.data(client.send('PUT', `/listings/${place.id}/rates`, { rules: { max_stay: 4 } }));
  for (const offset of [40, 41, 43])
    await buildDayOverride(world, { teamId: team.id, listingId: place.id, date: day(offset), minStay: 5 });
  const { body } = await visitor.get(path);
  expect(body).toContain(
    `<li>${dateWithYear(day(40))} – ${dateWithYear(day(41))}: at least 5 nights, but at most 4 nights</li>`,
  );
  expect(body).toContain(`<li>${dateWithYear(day(43))}: at least 5 nights, but at most 4 nights</li>`);
});

test('a price with three decimals is typed and shown with one point, in a currency that has three', async () => {
  const { visitor, base, place, client } = await openDesk(world, { currency: 'KWD' });
  const path = `${base}/prices/${place.id}`;
  const fields = fieldsOf((await visitor.get(path)).body, path);
  await visitor.submit(path, { ...fields, rates_nightly: '45.250', security_deposit: '1.500' });
  expect(await client.read(`/listings/${place.id}/rates`)).toMatchObject({ rates: { nightly: 45_250 } });
  expect(fieldsOf((await visitor.get(path)).body, path)).toMatchObject({
    rates_nightly: '45.250',
    security_deposit: '1.500',
  });
});
