import { expect, onTestFinished, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { buildToken } from '../../../helpers/factories.ts';
import { BUSY } from '../../../plugins/stalled.ts';

const world = await openSharedApp();
const { shares } = world.app;
const inn = await openInn(world);
const other = await openInn(world);

test('texts of messages have a line of their own, in which they hold no place of the searches', async () => {
  const endTurn = await shares.texts.take({ team: 0, caller: 'busy' });
  onTestFinished(endTurn);
  const booking = await inn.book();
  const preview = (token: string) =>
    inn.send(
      'POST',
      '/mail-texts/booking_confirmed/en/preview',
      { booking_id: booking.id },
      { authorization: `Bearer ${token}` },
    );
  const tokens = [inn.token];
  for (const _ of [1, 2]) tokens.push(await buildToken(world, { teamId: inn.teamId }));
  const waiting: ReturnType<typeof preview>[] = [];
  for (const token of tokens.slice(0, 2)) for (const _ of [1, 2, 3]) waiting.push(preview(token));
  await expect.poll(() => shares.texts.readFigures().open).toBe(7);
  // A caller has three in line and a team six, so whatever is beyond is refused at once.
  for (const token of tokens) {
    const { status, headers, body } = await preview(token);
    expect([status, headers['retry-after'], body]).toEqual([503, '1', BUSY]);
  }
  const ofOther = other.send('PUT', '/mail-texts/booking_confirmed/en', { subject: 'Come' });
  await expect.poll(() => shares.texts.readFigures().open).toBe(8);
  const search = '/search?check_in=2031-06-01&check_out=2031-06-03';
  for (const { send } of [inn, other]) expect((await send('GET', search)).status).toBe(200);
  endTurn();
  expect((await ofOther).status).toBe(200);
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
});
