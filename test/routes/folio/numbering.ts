import type { TestApp } from '../../helpers/app.ts';
import { type Inn, type Json, openInn, times } from '../../helpers/bookings.ts';

/** An inn at 100.00 a night with 10 % added tax, whose invoices are numbered one after the other. */
export async function openNumberingInn(world: TestApp, settings: object = {}, units = 4): Promise<Inn> {
  const inn = await openInn(world, {
    listing: { nightlyCents: 10_000 },
    units: times(units, (index) => `${index}`),
  });
  const vat = { code: 'vat', name: 'VAT', basis: 'percent', percent: 10, included: false };
  await inn.data(inn.send('POST', '/taxes', vat), 201);
  await setTeam(inn, { invoice_numbering: 'consecutive', ...settings });
  return inn;
}

export const setTeam = (inn: Inn, settings: object): Promise<Json> =>
  inn.data(inn.send('PUT', '/team', settings));
export const setStatus = (inn: Inn, id: string, invoice: string, status: string) =>
  inn.send('PUT', `/bookings/${id}/invoices/${invoice}`, { status });
export const credit = (inn: Inn, id: string, invoice: string) =>
  inn.send('POST', `/bookings/${id}/invoices/${invoice}/credit`);
export const invoicesOf = async (inn: Inn, id: string): Promise<Json[]> => (await inn.folio(id)).invoices;

/** Issues the first invoice of a new booking. */
export async function issueFirst(inn: Inn, overrides: object = {}): Promise<{ id: string; invoice: Json }> {
  const { id } = await inn.book({ ...overrides });
  const [draft] = await invoicesOf(inn, id);
  await inn.data(setStatus(inn, id, draft.id, 'issued'));
  return { id, invoice: (await invoicesOf(inn, id))[0] };
}
