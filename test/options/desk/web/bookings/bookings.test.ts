/** The pages of a team's bookings: the list, one booking, a new one (docs/web-pages.md). */
import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildBooking, buildCoupon, buildGuest, buildListing, day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

const stay = (listing_id: string, more: Record<string, string> = {}) => ({
  listing_id,
  check_in: day(0),
  check_out: day(4),
  number_of_guests: '2',
  guest_name: 'Bea Lind',
  guest_email: 'bea@example.com',
  source: 'manual',
  status: 'confirmed',
  ...more,
});

const codesIn = (page: string) =>
  [...page.matchAll(/class="name code"[^>]*>([^<]+)</g)].map(([, code]) => code);

describe('the front desk’s list of bookings', () => {
  test('the front desk’s list of bookings tells a new team how to begin', async () => {
    const { visitor, list } = await openDesk(world);
    expectPage(await visitor.get(list), 200, 'No bookings yet');
  });

  test('the front desk’s list of bookings finds by code, guest and place, in any case, and filters by status, source and arrival', async () => {
    const { visitor, list, team, place } = await openDesk(world);
    const teamId = team.id;
    const other = await buildListing(world, { teamId, publicTitle: 'Pier Ärmel', nickname: 'The Hut' });
    const guest = await buildGuest(world, { teamId, name: 'Ödön Nagy', email: 'odon@example.com' });
    const book = (more: Parameters<typeof buildBooking>[1]) => buildBooking(world, { teamId, ...more });
    await book({ listingId: place.id, confirmationCode: 'AAA22222', guestId: guest.id });
    await book({ listingId: other.id, confirmationCode: 'BBB33333', status: 'cancelled', source: 'airbnb' });
    await book({ listingId: other.id, confirmationCode: 'CCC44444', checkIn: day(30), checkOut: day(33) });
    await buildBooking(world, { confirmationCode: 'AAA99999' });
    const found = async (query: Record<string, string>) =>
      codesIn((await visitor.get(`${list}?${new URLSearchParams(query)}`)).body).sort();
    expect(await found({})).toEqual(['AAA22222', 'BBB33333', 'CCC44444']);
    expect((await visitor.get(list)).body).not.toContain('not all bookings are listed');
    expect(await found({ q: 'aaa2' })).toEqual(['AAA22222']);
    expect(await found({ q: 'ÖDÖN' })).toEqual(['AAA22222']);
    expect(await found({ q: 'odon@' })).toEqual(['AAA22222']);
    expect(await found({ q: 'pier ä' })).toEqual(['BBB33333', 'CCC44444']);
    expect(await found({ q: 'the hut' })).toEqual(['BBB33333', 'CCC44444']);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ status: 'cancelled' })).toEqual(['BBB33333']);
    expect(await found({ source: 'airbnb' })).toEqual(['BBB33333']);
    expect(await found({ q: 'pier', from: day(10) })).toEqual(['CCC44444']);
    expect(await found({ to: day(10), status: 'confirmed' })).toEqual(['AAA22222']);
  });

  test('the front desk’s list of bookings opens with arrivals from today on, and shows all bookings if there are none', async () => {
    const { visitor, list, team, place } = await openDesk(world);
    const book = (more: Parameters<typeof buildBooking>[1]) =>
      buildBooking(world, { teamId: team.id, listingId: place.id, ...more });
    await book({ confirmationCode: 'PAST2222', checkIn: '2021-03-01', checkOut: '2021-03-04' });
    expect(codesIn((await visitor.get(list)).body)).toEqual(['PAST2222']);
    await book({ confirmationCode: 'LATE3333', checkIn: day(20), checkOut: day(22) });
    await book({ confirmationCode: 'NEXT4444', checkIn: day(10), checkOut: day(12) });
    await book({
      confirmationCode: 'NEXT5555',
      checkIn: day(10),
      checkOut: day(12),
      createdAt: new Date('2020-01-01'),
    });
    const { body } = await visitor.get(list);
    expect(codesIn(body)).toEqual(['NEXT5555', 'NEXT4444', 'LATE3333']);
    expect(body).toContain(`href="${list}?from&#61;"`);
    expect(codesIn((await visitor.get(`${list}?from=`)).body).toSorted()).toEqual([
      'LATE3333',
      'NEXT4444',
      'NEXT5555',
      'PAST2222',
    ]);
  });

  test('the front desk’s list of bookings filters by day and by what is due, and sorts', async () => {
    const { visitor, list, team, place, client } = await openDesk(world);
    const book = (confirmationCode: string, from: number, to: number, grandTotalCents: number) =>
      buildBooking(world, {
        teamId: team.id,
        listingId: place.id,
        confirmationCode,
        grandTotalCents,
        accommodationTotalCents: grandTotalCents,
        feesTotalCents: 0,
        checkIn: day(from),
        checkOut: day(to),
        status: 'confirmed',
      });
    const plan = async ({ id, grandTotalCents: amount }: Awaited<ReturnType<typeof book>>) =>
      client.data(
        client.send('PUT', `/bookings/${id}/payment-plan`, { payments: [{ amount, due_on: day(0) }] }),
      );
    await plan(await book('AAA22222', 0, 4, 300));
    const paid = await book('BBB33333', 2, 5, 100);
    await plan(await book('CCC44444', 4, 9, 200));
    await client.send('POST', `/bookings/${paid.id}/payments`, { amount: 100 });
    const found = async (query: Record<string, string>) =>
      codesIn((await visitor.get(`${list}?${new URLSearchParams(query)}`)).body);
    expect(await found({ arriving_on: day(2) })).toEqual(['BBB33333']);
    expect(await found({ departing_on: day(4) })).toEqual(['AAA22222']);
    expect((await found({ in_house_on: day(4), sort: 'check_in' })).join()).toBe('BBB33333,CCC44444');
    expect(await found({ balance: 'settled' })).toEqual(['BBB33333']);
    expect(await found({ balance: 'due', sort: 'check_in' })).toEqual(['AAA22222', 'CCC44444']);
    expect(await found({ sort: '-grand_total' })).toEqual(['AAA22222', 'CCC44444', 'BBB33333']);
    expect(await found({ q: 'sea', sort: 'grand_total' })).toEqual(['BBB33333', 'CCC44444', 'AAA22222']);
    expectPage(await visitor.get(`${list}?sort=name`), 422, 'Order must be');
    expectPage(await visitor.get(`${list}?arriving_on=soon`), 422, 'Arriving on must be a date');
  });

  test('the front desk’s list of bookings is downloaded as CSV, whole and as it is filtered', async () => {
    const { visitor, list, team, place } = await openDesk(world);
    const guest = await buildGuest(world, { teamId: team.id, name: '=Ida' });
    for (const [n, confirmationCode] of ['AAA22222', 'BBB33333'].entries())
      await buildBooking(world, {
        teamId: team.id,
        listingId: place.id,
        guestId: guest.id,
        confirmationCode,
        checkIn: day(n * 10),
        checkOut: day(n * 10 + 2),
      });
    const page = (await visitor.get(`${list}?arriving_on=${day(10)}`)).body;
    expect(page).toContain(`href="${list}.csv?arriving_on&#61;${day(10)}" download`);
    const file = await visitor.get(`${list}.csv?arriving_on=${day(10)}`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="bookings-.*\.csv"$/);
    const [head, ...rows] = file.body.trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFFid,confirmation_code,status/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(',BBB33333,');
    expect(rows[0]).toContain("'=Ida");
    expect((await visitor.get(`${list}.csv?sort=check_in`)).body.trimEnd().split('\r\n')).toHaveLength(3);
    const wrong = await visitor.get(`${list}.csv?from=soon`);
    expect([wrong.statusCode, wrong.headers.location]).toEqual([303, `${list}?from=soon`]);
  });

  test('the front desk’s search lists each booking found by code, guest or place once, newest first', async () => {
    const { visitor, list, team, place } = await openDesk(world);
    const teamId = team.id;
    const sea = await buildGuest(world, { teamId, name: 'Sean Sea' });
    const made = [
      { listingId: place.id, guestId: sea.id, confirmationCode: 'SEA22222', createdAt: '2021-03-01' },
      { confirmationCode: 'SEA33333', createdAt: '2021-03-04' },
      { guestId: sea.id, confirmationCode: 'BBB44444', createdAt: '2021-03-02' },
      { listingId: place.id, confirmationCode: 'CCC55555', createdAt: '2021-03-03' },
      { confirmationCode: 'DDD66666', createdAt: '2021-03-05' },
    ];
    for (const [n, { createdAt, ...keys }] of made.entries())
      await buildBooking(world, {
        teamId,
        checkIn: day(4 * n),
        checkOut: day(4 * n + 3),
        createdAt: new Date(createdAt),
        ...keys,
      });
    const { body } = await visitor.get(`${list}?q=sea`);
    expect(codesIn(body)).toEqual(['SEA33333', 'CCC55555', 'BBB44444', 'SEA22222']);
    expect(body).toContain('<span class="count">4</span>');
    expect(codesIn((await visitor.get(`${list}?q=sea&to=${day(5)}`)).body)).toEqual(['SEA33333', 'SEA22222']);
    await world.db.execute(`update guests set phone = '+46 70 123 45' where id = '${sea.id}'`);
    await world.db.execute(
      `update bookings set external_reference = 'HM-Xyz' where confirmation_code = 'DDD66666'`,
    );
    expect(codesIn((await visitor.get(`${list}?q=0123`)).body)).toEqual(['BBB44444', 'SEA22222']);
    expect(codesIn((await visitor.get(`${list}?q=hm-xYZ`)).body)).toEqual(['DDD66666']);
    expect(codesIn((await visitor.get(`${list}?q=hm-xY`)).body)).toEqual([]);
  });

  test('a search of the front desk that matches too many guests lists the bookings of the newest ones, and says so', async () => {
    const { visitor, list, team } = await openDesk(world);
    const teamId = team.id;
    await world.db.execute(`
      insert into guests (team_id, id, name, search_text, created_at, updated_at)
      select ${teamId}, gen_random_uuid(), 'Crowd ' || n, 'crowd ' || n, '2021-01-01', '2021-01-01'
      from generate_series(1, 999) as n`);
    const guest = (name: string, createdAt: string) =>
      buildGuest(world, { teamId, name, createdAt: new Date(createdAt) });
    const old = await guest('Crowd, the first', '2020-01-01');
    await buildBooking(world, { teamId, guestId: old.id, confirmationCode: 'AAA22222' });
    const all = (await visitor.get(`${list}?q=crowd`)).body;
    expect(codesIn(all)).toEqual(['AAA22222']);
    expect(all).not.toContain('not all bookings are listed');
    const young = await guest('Crowd, the last', '2022-01-01');
    await buildBooking(world, { teamId, guestId: young.id, confirmationCode: 'BBB33333' });
    const some = (await visitor.get(`${list}?q=crowd`)).body;
    expect(codesIn(some)).toEqual(['BBB33333']);
    expect(some).toContain('More than 1,000 guests, places or codes contain this text');
    expect(codesIn((await visitor.get(`${list}?q=the first`)).body)).toEqual(['AAA22222']);
  });

  test('the front desk’s list of bookings shows a wrong filter at its field, and has pages of 25', async () => {
    const { visitor, list, team, place } = await openDesk(world);
    expectPage(await visitor.get(`${list}?from=2031-02-30`), 422, 'Arrival from must be a date');
    expectPage(await visitor.get(`${list}?status=lost`), 422, 'Status must be a comma list');
    const guest = await buildGuest(world, { teamId: team.id });
    for (let n = 0; n < 26; n += 1)
      await buildBooking(world, {
        teamId: team.id,
        listingId: place.id,
        guestId: guest.id,
        checkIn: day(n),
        checkOut: day(n + 1),
        status: 'cancelled',
      });
    const first = (await visitor.get(`${list}?q=sea`)).body;
    expect([codesIn(first).length, first]).toEqual([25, expect.stringContaining('1–25 of 26')]);
    expect(first).toContain(`${list}?q&#61;sea&#38;page&#61;2`);
    expect(codesIn((await visitor.get(`${list}?q=sea&page=2`)).body)).toHaveLength(1);
    expectPage(await visitor.get(`${list}?page=9`), 200, 'Nothing here: the list ends at 26');
  });
});

describe('a new booking at the front desk', () => {
  test('a new booking at the front desk asks for dates, shows what is free, then the price with a form, and books', async () => {
    const { visitor, list, place, client, member } = await openDesk(world);
    expectPage(await visitor.get(`${list}/new`), 200, 'When do they come?');
    const found = await visitor.get(`${list}/new?check_in=${day(0)}&check_out=${day(4)}&guests=2`);
    expectPage(found, 200, '1 of 1 free');
    const link =
      /href="([^"]+)" aria-label="Choose Sea Loft"/
        .exec(found.body)?.[1]
        ?.replaceAll('&#38;', '&')
        .replaceAll('&#61;', '=') ?? '';
    const quoted = await visitor.get(link);
    expectPage(quoted, 200, 'Free: 2 units left.');
    expect(quoted.body).toContain('Book for €400.00');
    const booked = await visitor.submit(
      `${list}/new`,
      stay(place.id, { notes: 'Late\r\narrival', expected_total: '40000' }),
    );
    expectPage(booked, 200, 'Booked: ');
    const [row] = (await client.read('/bookings')) as { id: string }[];
    expect(row).toMatchObject({
      status: 'confirmed',
      source: 'manual',
      notes: 'Late\narrival',
      guest: { name: 'Bea Lind', email: 'bea@example.com' },
      grand_total: 40_000,
    });
    const events = await client.events(row?.id ?? '');
    expect(events[0]).toMatchObject({
      type: 'booking.created',
      actor: { type: 'member', name: member.name },
    });
  });

  test('a new booking at the front desk can be for a known guest of the team, and for no other team’s', async () => {
    const { visitor, list, place, team, client } = await openDesk(world);
    const guest = await buildGuest(world, { teamId: team.id, name: 'Ida' });
    const theirs = await buildGuest(world);
    const query = `listing=${place.id}&check_in=${day(0)}&check_out=${day(2)}&guests=1`;
    expectPage(await visitor.get(`${list}/new?${query}&guest=${guest.id}`), 200, 'Ida');
    expect((await visitor.get(`${list}/new?${query}&guest=${theirs.id}`)).statusCode).toBe(404);
    await visitor.get(`${list}/new?${query}`);
    const { guest_name: _name, guest_email: _email, ...fields } = stay(place.id);
    await visitor.submit(`${list}/new`, { ...fields, guest_id: guest.id });
    expect(await client.read('/bookings')).toMatchObject([{ guest_id: guest.id }]);
    await visitor.get(`${list}/new?${query}`);
    expect((await visitor.post(`${list}/new`, { ...fields, guest_id: theirs.id })).statusCode).toBe(404);
  });

  test('a new booking at the front desk keeps what was typed, with every problem at its field', async () => {
    const { visitor, list, place, client } = await openDesk(world);
    await visitor.get(`${list}/new`);
    const answer = await visitor.post(
      `${list}/new`,
      stay(place.id, {
        guest_name: ' ',
        guest_email: 'no email',
        guest_phone: '+1 2',
        source: 'fax',
        notes: 'Kept',
      }),
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('<p class="error" id="guest_name-error">Name is required.</p>');
    expect(answer.body).toContain(
      '<p class="error" id="guest_email-error">Email must be a valid email address.</p>',
    );
    expect(answer.body).toContain('Source must be one of');
    expect(answer.body).toContain('value="+1 2"');
    expect(answer.body).toContain('\nKept</textarea>');
    expect(await client.read('/bookings')).toEqual([]);
  });

  test('a new booking at the front desk shows every reason against a stay, offers other dates, and can override the rules', async () => {
    const { visitor, list, place, client } = await openDesk(world, { minStay: 3, maxGuests: 2 });
    const stayOf = `check_in=${day(0)}&check_out=${day(1)}&guests=3`;
    const shown = await visitor.get(`${list}/new?listing=${place.id}&${stayOf}`);
    expectPage(shown, 200, 'This place needs a stay of at least 3 nights in this period.');
    expect(shown.body).toContain('This place has room for at most 2 guests.');
    const two = await visitor.get(
      `${list}/new?listing=${place.id}&${stayOf.replace('guests=3', 'guests=2')}`,
    );
    expectPage(two, 200, 'Other dates');
    const fields = stay(place.id, { check_out: day(1), number_of_guests: '3' });
    const refused = await visitor.post(`${list}/new`, fields);
    expectPage(refused, 422, 'This place needs a stay of at least 3 nights in this period.');
    expect(refused.body).toContain('value="Bea Lind"');
    expectPage(await visitor.submit(`${list}/new`, { ...fields, override_rules: 'on' }), 200, 'Booked: ');
    expect(await client.read('/bookings')).toMatchObject([{ number_of_guests: 3 }]);
  });

  test('a new booking at the front desk shows wrong dates and coupons at their fields', async () => {
    const { visitor, list, place } = await openDesk(world);
    const at = (query: string) => visitor.get(`${list}/new?${query}`);
    expectPage(
      await at(`check_in=${day(4)}&check_out=${day(4)}`),
      422,
      'Departure must be a date after check in.',
    );
    expectPage(await at(`check_in=x&check_out=${day(4)}`), 422, 'Arrival must be a date');
    expectPage(
      await at(`check_in=${day(0)}&check_out=${day(4)}&q=x`),
      422,
      'Name or city must have at least 2',
    );
    const coupon = await at(`listing=${place.id}&check_in=${day(0)}&check_out=${day(4)}&coupon_code=NONE`);
    expect([coupon.statusCode, coupon.body]).toEqual([
      422,
      expect.stringContaining('id="coupon_code-error"'),
    ]);
  });
});

describe('the page of a booking', () => {
  test('the page of a booking shows everything about it, and can confirm it or says why not', async () => {
    const { visitor, list, team, place, client } = await openDesk(world);
    await buildCoupon(world, { teamId: team.id, code: 'SPRING' });
    await visitor.get(`${list}/new`);
    await visitor.submit(`${list}/new`, stay(place.id, { status: 'pending', coupon_code: 'SPRING' }));
    const [{ id, confirmation_code: code }] = await client.read('/bookings');
    const page = await visitor.get(`${list}/${id}`);
    const factOf = (term: string) => new RegExp(`<dt>${term}</dt><dd[^>]*>([^<]*)</dd>`).exec(page.body)?.[1];
    expect(
      Object.fromEntries(
        ['Arrival', 'Departure', 'Guests', 'Source', 'Coupon'].map((term) => [term, factOf(term)]),
      ),
    ).toEqual({
      Arrival: 'Mon 2 Jun 2031, from 15:00',
      Departure: 'Fri 6 Jun 2031, by 11:00',
      Guests: '2',
      Source: 'By hand',
      Coupon: 'SPRING',
    });
    for (const text of [code, 'Bea Lind', 'Loft A', '4 night', '€360.00', 'Scheduled', 'Booked'])
      expect(page.body).toContain(text);
    for (const way of ['change', 'cancel']) expect(page.body).toContain(`href="${list}/${id}/${way}"`);
    expect(page.body).toContain(`action="${list}/${id}/notes"`);
    expectPage(await visitor.submit(`${list}/${id}/confirm`), 200, 'The booking is confirmed.');
    expect((await visitor.get(`${list}/${id}`)).body).toContain(`${code}-1`);
    expectPage(await visitor.post(`${list}/${id}/confirm`), 422, 'A confirmed booking cannot be confirmed.');
  });

  test('the page of a booking saves notes, unless somebody has changed them meanwhile', async () => {
    const { visitor, list, team, place, client } = await openDesk(world);
    const { id } = await buildBooking(world, { teamId: team.id, listingId: place.id, notes: 'Old' });
    const seenIn = (page: string) => /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const seen = seenIn((await visitor.get(`${list}/${id}`)).body);
    const fields = { notes: 'New', special_requests: 'Cot', seen };
    expectPage(await visitor.submit(`${list}/${id}/notes`, fields), 200, 'The notes are saved.');
    const late = await visitor.post(`${list}/${id}/notes`, { ...fields, notes: 'Newer' });
    expectPage(late, 422, 'Somebody has changed this meanwhile.');
    expect(late.body).toContain('\nNewer</textarea>');
    expect(late.body).toContain('Stored now: <span class="name lines-kept">New</span>');
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ notes: 'New', special_requests: 'Cot' });
    const again = await visitor.post(`${list}/${id}/notes`, {
      ...fields,
      notes: 'x'.repeat(10_001),
      seen: seenIn(late.body),
    });
    expectPage(again, 422, 'Your team’s notes must not have more than 10000 characters.');
    const long = await visitor.submit(`${list}/${id}/notes`, {
      ...fields,
      notes: 'ß'.repeat(10_000),
      seen: seenIn(late.body),
    });
    expectPage(long, 200, 'The notes are saved.');
  });

  test('the page of a booking records payments, invoices and the deposit', async () => {
    const { visitor, list, place, client } = await openDesk(world, { securityDepositCents: 20_000 });
    await visitor.get(`${list}/new`);
    await visitor.submit(`${list}/new`, stay(place.id));
    const [{ id }] = await client.read('/bookings');
    const { payments, invoices } = await client.folio(id);
    await visitor.get(`${list}/${id}`);
    const post = (path: string, status: string) => visitor.post(`${list}/${id}/${path}`, { status });
    for (const [path, status] of [
      [`payments/${payments[0].id}`, 'paid'],
      [`invoices/${invoices[0].id}`, 'paid'],
      ['security-deposit', 'held'],
    ] as const)
      expect((await post(path, status)).statusCode).toBe(303);
    expectPage(await visitor.get(`${list}/${id}`), 200, 'The payments are up to date.');
    expectPage(await post(`invoices/${invoices[0].id}`, 'void'), 422, 'cannot become void');
    expectPage(await post(`payments/${payments[0].id}`, 'lost'), 422, 'The step must be one of');
    expect(await client.folio(id)).toMatchObject({
      paid_total: 12_000,
      security_deposit: { status: 'held' },
    });
  });
});
