/** Many clients want the same unit for the same dates at once: one gets it. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectCalm, openInn, tally, times } from '../../helpers/bookings.ts';
import { isFull, reportFigures, sized } from '../figures.ts';
import { dayAhead, expectAnswered, figuresOf, type Load, type Reply, warmUp, withServers } from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });

const CLIENTS = isFull ? [2, 5, 10, 20, 50] : [2, 20];
const REQUESTS = sized(500, 40);
const P99_MS = 500;

const REFUSED = {
  message: 'This place is not available for the whole stay.',
  errors: { availability: ['This place is not available for the whole stay.'] },
  reasons: [{ code: 'dates_unavailable', dates: times(4, dayAhead) }],
};

test('when many book the same dates at once, exactly one succeeds', async () => {
  const storms = await withServers(world, 2, async (openClients) => {
    await warmUp(world, openClients);
    const seen = [];
    for (const clientCount of CLIENTS) {
      const inn = await openInn(world);
      const load: Load = { statuses: [], waitedMs: [] };
      const body = inn.newBooking({ check_in: dayAhead(0), check_out: dayAhead(4) });
      const clients = openClients(inn.token, clientCount, load);
      const replies: Reply[] = [];
      const startedAt = performance.now();
      await Promise.all(
        clients.map(async (client, n) => {
          for (const _ of times(shareOf(n, clientCount), () => 0))
            replies.push(await client.send('POST', '/bookings', body));
        }),
      );
      seen.push({ load, clientCount, replies, seconds: (performance.now() - startedAt) / 1_000 });
    }
    return seen;
  });
  for (const { replies, load } of storms) {
    expectAnswered(load);
    // Without other load on the machine it is never too busy.
    if (isFull) expect(load.statuses).not.toContain(503);
    expect(tally(replies)).toEqual({ 201: 1, 422: REQUESTS - 1 });
    for (const { status, body } of replies) if (status === 422) expect(body).toMatchObject(REFUSED);
  }
  const accepted = storms.flatMap(({ replies }) => replies.filter(({ status }) => status === 201));
  await expectCalm(
    world,
    accepted.map(({ body }) => body.data.id),
  );
  const each = storms.map(({ load, clientCount, seconds }) => ({
    clientCount,
    seconds,
    ...figuresOf(load),
  }));
  if (isFull) for (const { p99Ms } of each) expect(p99Ms).toBeLessThan(P99_MS);
  reportFigures('same-dates', {
    load: `${CLIENTS.join(', ')} clients × ${REQUESTS} requests, over two server processes`,
    ...figuresOf({
      statuses: storms.flatMap(({ load }) => load.statuses),
      waitedMs: storms.flatMap(({ load }) => load.waitedMs),
    }),
    lost: 0,
    seen: `One accepted each time, and no deadlock. ${each
      .map(
        ({ clientCount, p99Ms, seconds }) =>
          `${clientCount} clients: p99 ${p99Ms} ms, all in ${seconds.toFixed(1)} s.`,
      )
      .join(' ')}`,
  });
});

/** A client's share of the requests, so that all clients together send the planned number. */
const shareOf = (n: number, clients: number) =>
  Math.floor(((n + 1) * REQUESTS) / clients) - Math.floor((n * REQUESTS) / clients);
