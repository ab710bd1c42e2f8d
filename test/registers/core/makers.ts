/** Requests that make something, and where it is found then. */
import type { Inn, Json } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { openSite } from '../../helpers/site.ts';
import { posting } from '../calls.ts';
import type { MakerRegister } from '../registers.ts';

const makeCharge = (kind: string, fields: object): MakerRegister => ({
  [`POST /v1/${kind}`]: async (inn) => ({
    send: posting(inn, `/${kind}`, { code: 'a b/ü', name: 'One', ...fields }),
    locate: () => `/v1/${kind}/a%20b%2F%C3%BC`,
  }),
});

/** A booking whose invoice is issued. */
async function bookIssued(inn: Inn): Promise<{ id: string; invoice: string }> {
  const { id } = await inn.book();
  const [invoice] = (await inn.folio(id)).invoices;
  await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'issued' }));
  return { id, invoice: invoice.id };
}

export const coreMakers: MakerRegister = {
  'POST /v1/roles': async (inn) => ({
    send: posting(inn, '/roles', { code: 'a b/ü', name: 'One', permissions: [] }),
    locate: () => '/v1/roles/a%20b%2F%C3%BC',
  }),
  'POST /v1/tokens': async (inn) => ({
    send: posting(inn, '/tokens', { name: 'One', role: 'desk' }),
    locate: ({ id }) => `/v1/tokens/${id}`,
  }),
  'POST /v1/bookings': async (inn) => ({
    send: posting(inn, '/bookings', inn.newBooking()),
    locate: ({ id }) => `/v1/bookings/${id}`,
  }),
  'POST /v1/bookings/:booking/payments': async (inn) => {
    const { id } = await inn.book();
    return {
      send: posting(inn, `/bookings/${id}/payments`, { amount: 1 }),
      locate: () => `/v1/bookings/${id}/folio`,
    };
  },
  'POST /v1/bookings/:booking/payments/:payment/refunds': async (inn) => {
    const { id } = await inn.book();
    const { payments } = await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 2 }), 201);
    const paid = payments.find(({ status }: Json) => status === 'paid');
    return {
      send: posting(inn, `/bookings/${id}/payments/${paid.id}/refunds`, { amount: 1 }),
      locate: () => `/v1/bookings/${id}/folio`,
    };
  },
  'POST /v1/bookings/:booking/invoices/:invoice/credit': async (inn) => {
    const { id, invoice } = await bookIssued(inn);
    return {
      send: posting(inn, `/bookings/${id}/invoices/${invoice}/credit`),
      locate: () => `/v1/bookings/${id}/folio`,
    };
  },
  'POST /v1/bookings/:booking/invoices': async (inn) => {
    const { id, invoice } = await bookIssued(inn);
    await inn.data(inn.send('POST', `/bookings/${id}/invoices/${invoice}/credit`), 201);
    return { send: posting(inn, `/bookings/${id}/invoices`), locate: () => `/v1/bookings/${id}/folio` };
  },
  'POST /v1/guests': async (inn) => ({
    send: posting(inn, '/guests', { name: 'Bea' }),
    locate: ({ id }) => `/v1/guests/${id}`,
  }),
  'POST /v1/listings': async (inn) => ({
    send: posting(inn, '/listings', {
      kind: 'standalone',
      public_title: 'New',
      max_guests: 2,
      rates: { nightly: 1 },
    }),
    locate: ({ id }) => `/v1/listings/${id}`,
  }),
  'POST /v1/listings/:listing/units': async (inn) => ({
    send: posting(inn, `/listings/${inn.listing.id}/units`, { name: 'C' }),
    locate: ({ id }) => `/v1/units/${id}`,
  }),
  ...makeCharge('fees', { basis: 'stay', amount: 1 }),
  ...makeCharge('taxes', { basis: 'percent', percent: 5 }),
  ...makeCharge('discounts', { kind: 'early_bird', days_before: 30, percent: 5 }),
  ...makeCharge('coupons', { percent: 5 }),
  'POST /v1/blocks': async (inn) => ({
    send: posting(inn, '/blocks', {
      listing_id: inn.listing.id,
      unit_id: inn.units[0]?.id,
      start_date: day(0),
      end_date: day(1),
    }),
    locate: ([{ id }]) => `/v1/blocks/${id}`,
  }),
  'POST /v1/public/:teamSlug/bookings': async (_inn, world) => {
    const site = await openSite(world);
    return {
      send: (headers) => site.request({}, headers),
      locate: ({ confirmation_code: code }) => `${site.at}/bookings/${code}`,
    };
  },
};
