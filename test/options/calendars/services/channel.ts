import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StayDate } from '../../../../src/domain/dates/dates.ts';

/** An event of a channel's calendar: by default an all-day one. */
export type ChannelEvent = { uid: string; start?: StayDate; end?: StayDate; lines?: readonly string[] };

const compact = (date: StayDate) => date.replaceAll('-', '');

/** The text of a calendar with these events. */
export const calendarOf = (...events: readonly ChannelEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Channel//EN',
    ...events.flatMap(({ uid, start, end, lines = [] }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      ...(start ? [`DTSTART;VALUE=DATE:${compact(start)}`] : []),
      ...(end ? [`DTEND;VALUE=DATE:${compact(end)}`] : []),
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

type Say = (response: ServerResponse, request: IncomingMessage) => unknown;

/** A channel on this machine whose calendar is what the test says. At first it has no events. */
export async function openChannel() {
  const requests: IncomingMessage[] = [];
  let say: Say = (response) => response.end(calendarOf());
  const server = createServer((request, response) => {
    requests.push(request);
    say(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/calendar.ics`,
    requests,
    /** The calendar has these events from now on. */
    have(...events: readonly ChannelEvent[]): void {
      say = (response) => response.end(calendarOf(...events));
    },
    answer(status: number, body: string | Buffer = '', headers: Record<string, string> = {}): void {
      say = (response) => response.writeHead(status, headers).end(body);
    },
    behave(next: Say): void {
      say = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Channel = Awaited<ReturnType<typeof openChannel>>;
