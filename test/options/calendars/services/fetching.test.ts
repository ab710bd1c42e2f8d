import { expect, it } from 'vitest';
import { fetchCalendar } from '../../../../src/options/calendars/services/feeds/fetching.ts';
import { createOutboundClient } from '../../../../src/services/outbound/client.ts';
import { createOutboundGuard } from '../../../../src/services/outbound/guard.ts';
import { calendarOf, openChannel } from './channel.ts';

const outbound = createOutboundGuard({ allow: ['127.0.0.1'] });

it('fetching a calendar fails if the answer never begins or never ends, or the server is away', async () => {
  const outboundClient = createOutboundClient(outbound);
  const fetching = { outboundClient, outbound };
  let url = '';
  {
    await using channel = await openChannel();
    url = channel.url;
    channel.behave(() => {});
    expect(await fetchCalendar(fetching, url, null, 300)).toEqual({
      kind: 'failed',
      problem: 'There was no answer within 0.3 seconds.',
    });
    channel.behave((response) => response.writeHead(200).write(calendarOf()));
    expect(await fetchCalendar(fetching, url, null, 300)).toEqual({
      kind: 'failed',
      problem: 'The answer was cut off.',
    });
    // Redirects share the time.
    channel.behave((response) => setTimeout(() => response.writeHead(302, { location: '/on' }).end(), 200));
    expect(await fetchCalendar(fetching, url, null, 300)).toMatchObject({ kind: 'failed' });
  }
  expect(await fetchCalendar(fetching, url, null)).toMatchObject({ kind: 'failed' });
  await outboundClient.close();
});

it('fetching a calendar may take 20 seconds and 5 MB, including redirects', async () => {
  const outboundClient = createOutboundClient(outbound);
  const requests: { withinMs: number; maxBytes: number }[] = [];
  const watched: typeof outboundClient = {
    ...outboundClient,
    send: (request) => {
      requests.push(request);
      return outboundClient.send(request);
    },
  };
  await using channel = await openChannel();
  channel.behave((response, { url }) =>
    url === '/on'
      ? response.end(calendarOf())
      : setTimeout(() => response.writeHead(302, { location: '/on' }).end(), 200),
  );
  const fetching = { outboundClient: watched, outbound };
  expect(await fetchCalendar(fetching, channel.url, null)).toMatchObject({ kind: 'fetched' });
  expect(requests).toMatchObject([{ maxBytes: 5_000_000 }, { maxBytes: 5_000_000 }]);
  const [first = 0, second = 0] = requests.map(({ withinMs }) => withinMs);
  expect(first).toBeGreaterThan(19_000);
  expect(first).toBeLessThanOrEqual(20_000);
  expect(second).toBeLessThanOrEqual(first - 190);
  await outboundClient.close();
});
