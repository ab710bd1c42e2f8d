import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Inn, openInn } from '../../../helpers/bookings.ts';
import { buildToken } from '../../../helpers/factories.ts';
import { jpeg } from '../../../helpers/pictures.ts';
import { BUSY, headOf, stallAt } from '../../../plugins/stalled.ts';

const world = await openSharedApp();
const { shares } = world.app;
const { stall } = stallAt(world, await world.listen());
const inn = await openInn(world);
const other = await openInn(world);

test('pictures that arrive slowly leave room for those of another token and another team', async () => {
  const begun = (token: string, { listing }: Inn = inn) =>
    `${headOf(`/v1/listings/${listing.id}/photos`, { token, type: 'image/jpeg', bytes: 1_000_000 })}x`;
  const second = await buildToken(world, { teamId: inn.teamId });
  stall(40, begun(inn.token));
  await expect.poll(() => shares.uploads.readFigures().open).toBe(8);
  stall(40, begun(second));
  await expect.poll(() => shares.uploads.readFigures().open).toBe(12);
  const upload = (token: string, { listing }: Inn, payload: Buffer) =>
    world.app.inject({
      method: 'POST',
      url: `/v1/listings/${listing.id}/photos`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      payload,
    });
  const picture = await jpeg();
  const refused = await upload(second, inn, picture);
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, BUSY, '1']);
  expect((await upload(other.token, other, picture)).statusCode).toBe(201);
});
