/** Writes whose attempts fail by chance or because of others. Triggers and locks of whole tables let them fail here. */
import { afterEach, describe, expect, it } from 'vitest';
import { completeDueBookings } from '../../../src/services/jobs/ended-bookings.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { at, type Inn, type Json, openInn, rowCounts } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { day } from '../../helpers/factories.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';

const world = await openSharedApp();
const run = (text: string) => withClient(world.url, (client) => client.query(text));

afterEach(() => run('drop function if exists skip cascade; drop sequence if exists skipped'));

/** Changes the first inserts into a table by a statement of PL/pgSQL. */
const changeInserts = (table: string, count: number, change: string) =>
  run(`
    create sequence skipped;
    create function skip() returns trigger language plpgsql as $$ begin
      if nextval('skipped') <= ${count} then ${change}; end if;
      return new;
    end $$;
    create trigger skip before insert on ${table} for each row execute function skip()`);

const errorsLogged = () =>
  world.log
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50)
    .map(({ error }) => error.message);

describe('random values that are taken', () => {
  const guest = { name: 'Bea', email: 'bea@example.com' };
  const earlier = { check_in: day(20), check_out: day(22) };
  it.each([
    [
      'confirmation code',
      'bookings',
      4,
      'duplicate key value violates unique constraint "bookings_confirmation_code_key"',
    ],
    ['email of a guest', 'guests', 3, 'The email of a guest was taken and freed again and again.'],
  ])(
    'if a %s is taken, another is tried until %s has refused %i times',
    async (_what, table, most, message) => {
      const inn = await openInn(world);
      const { confirmation_code: code } = await inn.book(earlier);
      const changes = { bookings: `new.confirmation_code = '${code}'`, guests: 'return null' };
      await changeInserts(table, most, changes[table as keyof typeof changes]);
      const before = await rowCounts(world);
      const refused = await inn.tryBook({ guest });
      expect([refused.status, refused.body]).toEqual([500, { message: 'Server Error' }]);
      expect(errorsLogged()).toEqual([message]);
      world.log.splice(0);
      expect(await rowCounts(world)).toEqual(before);
      const [{ last_value: tries }] = (await run('select last_value::int from skipped')).rows;
      expect(tries).toBe(most);
      await run('alter sequence skipped restart with 2');
      const booking = await inn.book({ guest });
      expect(booking).toMatchObject({ guest });
      expect(booking.confirmation_code).not.toBe(code);
    },
  );
});

it('a booking that cannot be completed or cancelled by the job does not hinder the others', async () => {
  const sweep = () => completeDueBookings(world.services);
  const over = '2031-07-01T12:00:00Z';
  world.clock.set(over);
  await sweep();
  world.clock.set(TEST_NOW);
  const inn = await openInn(world, { units: ['A', 'B'] });
  const ids = [(await inn.book()).id, (await inn.book({ check_out: day(5) })).id];
  const statuses = () => Promise.all(ids.map(async (id) => (await inn.read(`/bookings/${id}`)).status));
  await run(`
    create function skip() returns trigger language plpgsql as $$ begin raise exception 'no end'; end $$;
    create trigger skip before update on bookings for each row when (new.id = '${ids[0]}') execute function skip()`);
  world.clock.set(over);
  await expect(sweep()).rejects.toMatchObject({ cause: { message: 'no end' } });
  expect(await statuses()).toEqual(['confirmed', 'completed']);
  await run('drop function skip cascade');
  expect(await sweep()).toBe(1);
  expect(await statuses()).toEqual(['completed', 'completed']);
});

describe('a booking that was to move', () => {
  /** What another write makes of it, after it was read and before it is locked. */
  const changes: [what: string, change: (inn: Inn, id: string) => string, status: number][] = [
    ['is pinned', (_inn, id) => `update bookings set unit_pinned = true where id = '${id}'`, 422],
    [
      'is cancelled',
      (_inn, id) => `
        delete from occupancies where booking_id = '${id}';
        update bookings set status = 'cancelled', cancelled_at = now() where id = '${id}'`,
      201,
    ],
    [
      'has moved elsewhere',
      ({ units }, id) => `
        update occupancies set unit_id = '${at(units, 2).id}' where booking_id = '${id}';
        update bookings set unit_id = '${at(units, 2).id}' where id = '${id}'`,
      201,
    ],
    [
      'has moved to other days',
      (_inn, id) => `
        update occupancies set start_date = '${day(10)}', end_date = '${day(12)}' where booking_id = '${id}';
        update bookings set check_in = '${day(10)}', check_out = '${day(12)}' where id = '${id}'`,
      201,
    ],
  ];
  it.each(changes)(
    'a booking that was to move to make room, but meanwhile %s, is not moved',
    async (_what, change, status) => {
      const inn = await openInn(world, { listing: { reseating: 'on' }, units: ['A', 'B', 'C'] });
      const first = await inn.book({ check_in: day(0), check_out: day(2) });
      for (const unit of [1, 2]) {
        const { id } = await inn.book({ check_in: day(2), check_out: day(4), unit_pinned: true });
        await inn.data(inn.change(id, { unit_id: at(inn.units, unit).id }));
      }
      const answer = await withClient(world.url, async (rival) => {
        await rival.query('begin');
        // It lets others read bookings, and not lock them.
        await rival.query('lock table bookings in exclusive mode');
        const booked = inn.tryBook({ check_in: day(1), check_out: day(3) });
        await untilSomebodyWaits(world);
        await rival.query(change(inn, first.id));
        await rival.query('commit');
        return booked;
      });
      expect(answer.status).toBe(status);
      expect((await inn.events(first.id)).map(({ type }: Json) => type)).toEqual(['booking.created']);
    },
  );
});
