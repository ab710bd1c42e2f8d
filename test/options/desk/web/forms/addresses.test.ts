/** The addresses to which forms are sent, opened again after a refusal. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { day } from '../../../../helpers/factories.ts';
import { openDesk, openTeamPages } from '../../../../helpers/pages.ts';

const world = await openSharedApp();
const ID = '018f2f6e-0000-7000-8000-000000000000';

test('reloading the address of a refused form leads to the page that shows the form', async () => {
  const { visitor, client, place, base, list } = await openDesk(world);
  const body = { listing_id: place.id, check_in: day(0), check_out: day(4), guest: { name: 'Bea Lind' } };
  const { id } = await client.data(client.send('POST', '/bookings', { ...body, number_of_guests: 2 }), 201);
  const refused: [address: string, fields: Record<string, string>, page: string][] = [
    [`${list}/${id}/payments`, { payment_amount: 'much' }, `${list}/${id}`],
    [`${list}/${id}/payments/${ID}`, { status: 'lost' }, `${list}/${id}`],
    [`${list}/${id}/hold`, { hold_hours: 'long' }, `${list}/${id}`],
    [`${base}/prices/${place.id}/seasons`, {}, `${base}/prices/${place.id}`],
    [`${base}/tokens/enforcement`, {}, `${base}/tokens`],
    ['/app/account/name', { name: '' }, '/app/account'],
  ];
  await visitor.get(`${list}/${id}`);
  for (const [address, fields, page] of refused) {
    expect([address, (await visitor.post(address, fields)).statusCode]).toEqual([address, 422]);
    const again = await visitor.get(`${address}?from=somewhere`);
    expect([address, again.statusCode, again.headers.location]).toEqual([address, 303, page]);
    expect((await visitor.get(page)).statusCode).toBe(200);
  }
});

test('reloading the address of a refused form of an option skips addresses that are not pages', async () => {
  const { visitor, base } = await openTeamPages(world);
  for (const [address, page] of [
    [`/webhooks/${ID}/deliveries/${ID}/redeliver`, `/webhooks/${ID}`],
    [`/webhooks/${ID}/secret/rotate`, `/webhooks/${ID}`],
    [`/calendar/units/${ID}/address/show`, `/calendar/units/${ID}/address`],
  ])
    expect((await visitor.get(base + address)).headers.location).toBe(base + page);
});
