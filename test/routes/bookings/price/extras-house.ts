import type { TestApp } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';

export const BREAKFAST = { code: 'breakfast', name: 'Breakfast', basis: 'stay', amount: 700, optional: true };
export const PETS = { code: 'dog', name: 'Dog', basis: 'pet', amount: 900 };
export const VAT = { code: 'vat', name: 'VAT', basis: 'percent', percent: 10 };
export const CHOSEN = { extras: [{ code: 'breakfast', quantity: 1 }] };
export const NONE = { extras: [] };

type Charges = { fees?: object[]; taxes?: object[]; discounts?: object[]; coupons?: object[] };

/** A place that takes pets, with these charges. */
export async function openHouse(
  world: TestApp,
  { fees = [BREAKFAST], ...others }: Charges = {},
  options = {},
) {
  const inn = await openInn(world, options);
  const add = (path: string, charge: object) => inn.data(inn.send('POST', `/${path}`, charge), 201);
  const put = (path: string, body: object) => inn.data(inn.send('PUT', path, body));
  for (const [path, charges] of Object.entries({ fees, ...others }))
    for (const charge of charges) await add(path, charge);
  await put(`/listings/${inn.listing.id}`, { max_pets: 5 });
  const raise = (nightly = 20_000) => put(`/listings/${inn.listing.id}/rates`, { rates: { nightly } });
  return { ...inn, add, put, raise, to: (id: string, body: object) => inn.data(inn.change(id, body)) };
}

export const linesOf = ({ price_breakdown: lines }: Json) =>
  lines.map((line: Json) => `${line.code} ${line.amount}`);

/** What a sequence that ends where it began must leave. */
export async function stateOf(inn: Inn, id: string) {
  const { updated_at: _, ...booking } = await inn.read(`/bookings/${id}`);
  const { payments, invoices, balance_due, grand_total } = await inn.folio(id);
  return {
    booking,
    balance_due,
    grand_total,
    payments: payments.filter(({ status }: Json) => status === 'scheduled' || status === 'paid'),
    open: invoices.filter(({ status }: Json) => status === 'open').map(({ amount }: Json) => amount),
  };
}
