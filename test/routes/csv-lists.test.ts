/** Lists as CSV (docs/rules.md, 24). */
import { afterEach, expect, it, vi } from 'vitest';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { type Inn, type Json, openInn } from '../helpers/bookings.ts';
import { buildToken, day } from '../helpers/factories.ts';

const world = await openSharedApp();
afterEach(() => vi.useRealTimers());
const fetchCsv = (inn: Inn, path: string, accept = 'text/csv') =>
  world.app.inject({
    method: 'GET',
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${inn.token}`, accept },
  });
const rowsOf = async (inn: Inn, path: string) => {
  const answer = await fetchCsv(inn, path);
  expect(answer.statusCode).toBe(200);
  expect(answer.body.startsWith('\ufeff')).toBe(true);
  expect(answer.body.endsWith('\r\n')).toBe(true);
  return answer.body.slice(1, -2).split('\r\n');
};

it('the list of bookings as CSV has one row for each booking, filtered and sorted, without pages', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const guest = { name: '=HYPERLINK("x")', email: 'bea@example.com', phone: '+46 70' };
  const long = await inn.book({ guest, notes: 'one, "two"' });
  const short = await inn.book({ check_out: day(2) });
  const answer = await fetchCsv(inn, '/bookings');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="bookings-\d{4}-\d\d-\d\d\.csv"$/),
  });
  expect(String(answer.headers.vary)).toContain('Accept');
  const [header, ...rows] = await rowsOf(inn, '/bookings?sort=grand_total&per_page=1&page=7');
  expect(header).toBe(
    'id,confirmation_code,status,source,external_reference,listing_id,listing_slug,listing_title,unit_name,guest_id,guest_name,guest_email,guest_phone,check_in,check_out,nights,number_of_guests,currency,accommodation_total,discount_total,fees_total,taxes_total,grand_total,paid_total,balance_due,coupon_code,notes,special_requests,created_at,updated_at,cancelled_at,confirmed_at,unit_id,custom_fields,party,adjustment,cancellation_fee,whole_building',
  );
  expect(rows.map((row) => row.slice(0, 36))).toEqual([short.id, long.id]);
  expect(rows[1]).toContain(
    `"'=HYPERLINK(""x"")",bea@example.com,'+46 70,${day(0)},${day(4)},4,2,EUR,400.00,0.00,`,
  );
  expect(rows[1]).toContain(',400.00,0.00,400.00,,"one, ""two""",,');
  expect(await rowsOf(inn, '/bookings?status=cancelled')).toEqual([header]);
});

it('a booking as CSV ends with its times, unit, own fields, party, adjustment and cancellation fee', async () => {
  const inn = await openInn(world);
  const booking = await inn.book({
    party: { adults: 1, children_ages: [7], pets: 0 },
    number_of_guests: undefined,
    adjustment: { name: 'Late check-out', amount: 2_000 },
    custom_fields: { ledger: '=1+1' },
  });
  const expectEnd = async (end: string) => {
    const [, row = ''] = await rowsOf(inn, '/bookings');
    expect(row.slice(-end.length)).toBe(end);
  };
  const party = '"{""adults"":1,""children_ages"":[7],""infants"":0,""pets"":0}"';
  const rest = `${inn.units[0]?.id},"{""ledger"":""=1+1""}",${party},"{""name"":""Late check-out"",""amount"":2000}"`;
  await expectEnd(`${booking.updated_at},,${booking.confirmed_at},${rest},,false`);
  await inn.data(inn.send('POST', `/bookings/${booking.id}/cancel`, { fee: 1_050 }));
  const { cancelled_at } = await inn.read(`/bookings/${booking.id}`);
  await expectEnd(`,${cancelled_at},${booking.confirmed_at},${rest},10.50,false`);
});

it('guests, occupancies, events and months as CSV have the fields of their JSON answers', async () => {
  const inn = await openInn(world);
  const { guest } = await inn.book();
  expect((await rowsOf(inn, '/guests')).slice(0, 2)).toEqual([
    expect.stringMatching(/^id,name,email,phone,notes,/),
    expect.stringMatching(`^${guest.id},Bea Lind,,,,`),
  ]);
  const [header, row] = await rowsOf(inn, `/occupancies?from=${day(0)}&to=${day(9)}`);
  expect(header).toBe(
    'listing_id,unit_id,unit_name,start_date,end_date,booking_id,booking_confirmation_code,booking_status,booking_source,booking_check_in,booking_check_out,booking_number_of_guests,booking_party_adults,booking_party_children_ages,booking_party_infants,booking_party_pets,booking_guest_name,booking_whole_building,booking_expires_at,block_id,block_reason,block_source',
  );
  expect(row).toContain(',2,2,[],0,0,Bea Lind,false,,,,');
  const events = await rowsOf(inn, '/events?limit=1');
  expect(events[0]).toBe('id,position,type,created_at,actor_type,actor_name,data');
  expect(events).toHaveLength(4);
  expect(events[3]).toContain(',token,Back office,"{""');
  const months = await rowsOf(inn, '/reports/months?from=2031-01&to=2031-02');
  expect(months[1]).toMatch(/^2031-01,EUR,\d+,31,\d+,[\d.]+\.\d\d,0\.00,/);
});

it('whatever a team calls its own fields, a guest as CSV has them as JSON', async () => {
  const inn = await openInn(world);
  await inn.data(inn.send('POST', '/guests', { name: 'Bea', custom_fields: { decimal: '=1+1' } }), 201);
  expect((await rowsOf(inn, '/guests'))[1]).toContain(',"{""decimal"":""=1+1""}"');
});

it('JSON is answered if the client prefers it, and errors are always JSON', async () => {
  const inn = await openInn(world);
  const answer = await fetchCsv(inn, '/bookings', 'application/json, text/csv;q=0.5');
  expect(answer.json()).toMatchObject({ data: [] });
  expect(String(answer.headers.vary)).toContain('Accept');
  const refused = await fetchCsv(inn, '/bookings?sort=name&page=0');
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().errors)).toEqual(expect.arrayContaining(['sort', 'page']));
  expect((await fetchCsv({ ...inn, token: 'ink_none' }, '/bookings')).statusCode).toBe(401);
});

it('two CSV lists are written at once, one of a team, and others wait up to 10 s', async () => {
  const [inn, other, third] = [await openInn(world), await openInn(world), await openInn(world)];
  await world.app.ready();
  const { csvLists } = world.app.shares;
  const endOwn = await csvLists.take({ team: inn.teamId, caller: 'slow' });
  // Another team does not wait for the list of this one.
  expect((await fetchCsv(other, '/guests')).statusCode).toBe(200);
  const endOther = await csvLists.take({ team: other.teamId, caller: 'slow' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = fetchCsv(third, '/guests');
  await vi.waitFor(() => expect(csvLists.readFigures().waiting).toBe(1), { timeout: 15_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  const busy = await waiting;
  vi.useRealTimers();
  expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '1']);
  endOther();
  const own = fetchCsv(inn, '/bookings');
  await expect.poll(() => csvLists.readFigures().waiting).toBe(1);
  endOwn();
  expect((await own).statusCode).toBe(200);
  await expect.poll(() => csvLists.readFigures().open).toBe(0);
});

it('with two database connections a CSV list that is read slowly leaves one for everybody else', async () => {
  const small = await openTestApp({ url: world.url, poolMax: 2 });
  try {
    const inn = await openInn(small);
    await small.db.execute(`insert into guests (team_id, id, name, search_text, notes, created_at, updated_at)
      select ${inn.teamId}, gen_random_uuid(), 'Guest', 'guest', repeat('x', 4000), now(), now()
      from generate_series(1, 10000)`);
    const port = await small.listen();
    const leaving = new AbortController();
    const list = () =>
      fetch(`http://127.0.0.1:${port}/v1/guests`, {
        headers: { authorization: `Bearer ${inn.token}`, accept: 'text/csv' },
        signal: leaving.signal,
      });
    // It has its headers and first rows, and reads no further.
    const first = await list();
    expect(first.status).toBe(200);
    const waiting = list();
    await expect.poll(() => small.app.shares.csvLists.readFigures().waiting).toBe(1);
    expect((await inn.send('GET', '/team')).status).toBe(200);
    expect((await inn.tryBook()).status).toBe(201);
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await expect(first.text()).rejects.toThrow();
    await expect.poll(() => small.app.shares.csvLists.readFigures().open).toBe(0);
  } finally {
    await small.close();
  }
});

it('a CSV list whose connection is lost is cut off, and the log says so without the statement', async () => {
  const own = await openTestApp({ poolMax: 2 });
  try {
    const inn = await openInn(own);
    await own.db.execute(`insert into guests (team_id, id, name, search_text, notes, created_at, updated_at)
      select ${inn.teamId}, gen_random_uuid(), 'Guest', 'guest', repeat('x', 4000), now(), now()
      from generate_series(1, 10000)`);
    const port = await own.listen();
    const list = await fetch(`http://127.0.0.1:${port}/v1/guests`, {
      headers: { authorization: `Bearer ${inn.token}`, accept: 'text/csv', 'x-request-id': 'cut-off' },
    });
    expect(list.status).toBe(200);
    const { rowCount } = await own.db.execute(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'innkeep-test-app'`);
    expect(rowCount).toBe(1);
    await expect(list.text()).rejects.toThrow();
    const [line, ...others] = own.log
      .filter((text) => text.includes('"level":50'))
      .map((text) => JSON.parse(text));
    expect(others).toEqual([]);
    expect(line).toMatchObject({ reqId: 'cut-off', msg: 'list ended early', error: { type: 'Error' } });
    expect(JSON.stringify(line)).not.toMatch(/Failed query|"query"|"params"/);
  } finally {
    await own.close();
  }
});

it('a CSV list longer than a batch is complete and in order', async () => {
  const inn = await openInn(world);
  await world.db.execute(`insert into guests (team_id, id, name, search_text, created_at, updated_at)
    select ${inn.teamId}, gen_random_uuid(), 'Guest ' || n, 'guest ' || n, timestamptz '2030-01-01' + n * interval '1 minute', now()
    from generate_series(1, 1234) as n`);
  const rows = await rowsOf(inn, '/guests');
  expect(rows).toHaveLength(1_235);
  expect(rows.slice(1).map((row) => Number(/,Guest (\d+),/.exec(row)?.[1]))).toEqual(
    Array.from({ length: 1_234 }, (_, index) => 1_234 - index),
  );
});

it('a CSV list of occupancies longer than a batch is complete, in the order of the JSON list', async () => {
  const inn = await openInn(world, { units: Array.from({ length: 30 }, (_, n) => `Unit ${n}`) });
  await inn.book({ check_in: day(0), check_out: day(1) });
  for (let n = 1; n <= 20; n += 1)
    await inn.data(
      inn.send('POST', '/blocks', { listing_id: inn.listing.id, start_date: day(n), end_date: day(n + 1) }),
      201,
    );
  const path = `/occupancies?from=${day(0)}&to=${day(30)}`;
  const listed: Json[] = [];
  for (let page = 1; page <= 7; page += 1)
    listed.push(...(await inn.send('GET', `${path}&per_page=100&page=${page}`)).body.data);
  const rows = (await rowsOf(inn, path)).slice(1).map((row) => row.split(',').slice(1, 4));
  expect(rows).toHaveLength(601);
  expect(rows).toEqual(listed.map(({ unit_id, unit_name, start_date }) => [unit_id, unit_name, start_date]));
});

it('HEAD has the headers of a CSV list, reads no more than its first rows, and is refused like GET', async () => {
  const inn = await openInn(world);
  await world.db.execute(`insert into guests (team_id, id, name, search_text, created_at, updated_at)
    select ${inn.teamId}, gen_random_uuid(), 'Guest', 'guest', now(), now() from generate_series(1, 1234)`);
  const headers = { authorization: `Bearer ${inn.token}`, accept: 'text/csv' };
  const head = (url: string) => world.app.inject({ method: 'HEAD', url, headers });
  const got = await fetchCsv(inn, '/guests');
  const { result, statements } = await world.statements.during(() => head('/v1/guests'));
  expect([result.statusCode, result.body]).toEqual([200, '']);
  for (const name of ['content-type', 'content-disposition', 'vary'])
    expect(result.headers[name]).toBe(got.headers[name]);
  expect(statements.filter((statement) => statement.startsWith('fetch'))).toHaveLength(1);
  await expect.poll(() => world.app.shares.csvLists.readFigures().open).toBe(0);
  expect((await head('/v1/guests?page=0')).statusCode).toBe(422);
  expect((await head('/v1/bookings')).statusCode).toBe(200);
});

it('a token without money:read gets neither what is paid nor what is due, also in a copy', async () => {
  const inn = await openInn(world, { role: 'owner' });
  await inn.book();
  await inn.data(
    inn.send('POST', '/roles', { code: 'night', name: 'Night', permissions: ['bookings:read'] }),
    201,
  );
  const token = await buildToken(world, { teamId: inn.teamId, role: 'night' });
  for (const path of ['/bookings', '/bookings?changed_after=']) {
    const readSums = async (reader: string) => {
      const [names = '', cells = ''] = await rowsOf({ ...inn, token: reader }, path);
      const cellOf = (name: string) => cells.split(',')[names.split(',').indexOf(name)];
      return ['grand_total', 'paid_total', 'balance_due'].map(cellOf);
    };
    expect([path, await readSums(inn.token)]).toEqual([path, ['400.00', '0.00', '400.00']]);
    expect([path, await readSums(token)]).toEqual([path, ['400.00', '', '']]);
  }
});
