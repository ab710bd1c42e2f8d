/** Amounts in lists, messages and on pages have the decimals of their currency by ISO 4217 (docs/rules.md, 2.3). */

import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { day } from '../../../helpers/factories.ts';
import { openDesk } from '../../../helpers/pages.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });

it.each([
  ['HUF', '25000.50', 'Ft\u00a025,000.50'],
  ['IQD', '2500.050', 'IQD\u00a02,500.050'],
  ['JPY', '2500050', '¥2,500,050'],
])(
  'a night of 2500050 in %s is %s in a list as CSV, and %s in a message and on a page',
  async (currency, decimal, shown) => {
    const { place, client, list, visitor } = await openDesk(world, { currency, nightlyCents: 2_500_050 });
    await client.data(
      client.send('PUT', '/mail-rules', {
        rules: [{ kind: 'booking_confirmed', active: true, sources: null }],
      }),
    );
    const stay = { listing_id: place.id, check_in: day(0), check_out: day(1), number_of_guests: 2 };
    const guest = { name: 'Bea Lind', email: 'bea@example.com' };
    const booking = await client.data(client.send('POST', '/bookings', { ...stay, guest }), 201);
    expect(booking).toMatchObject({ currency, grand_total: 2_500_050 });
    const [{ id }] = await client.read('/mails');
    expect((await client.read(`/mails/${id}`)).text).toContain(`Total: ${shown}\n`);
    expect((await visitor.get(`${list}/${booking.id}`)).body).toContain(shown);
    expect((await visitor.get(`${list}.csv`)).body).toContain(`,${currency},${decimal},`);
  },
);
