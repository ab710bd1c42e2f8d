import type { TestApp } from '../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../helpers/bookings.ts';

/** An inn at 100.00 a night with 10 % added tax. */
export async function openTaxedInn(world: TestApp, percent = 10): Promise<Inn> {
  const inn = await openInn(world, { listing: { nightlyCents: 10_000 } });
  const vat = { code: 'vat', name: 'VAT', basis: 'percent', percent, included: false };
  await inn.data(inn.send('POST', '/taxes', vat), 201);
  return inn;
}

export const setStatus = (inn: Inn, id: string, invoice: string, status: string) =>
  inn.send('PUT', `/bookings/${id}/invoices/${invoice}`, { status });
export const payInvoice = async (inn: Inn, id: string, index = 0): Promise<Json> => {
  const invoice = (await inn.folio(id)).invoices[index];
  await inn.data(setStatus(inn, id, invoice.id, 'paid'));
  return invoice;
};
export const issue = (inn: Inn, id: string) => inn.send('POST', `/bookings/${id}/invoices`);
export const credit = (inn: Inn, id: string, invoice: string) =>
  inn.send('POST', `/bookings/${id}/invoices/${invoice}/credit`);

/** A booking's invoices in a few words each. */
export const summarizeInvoices = async (inn: Inn, { id, confirmation_code: code }: Json): Promise<string[]> =>
  (await inn.folio(id)).invoices.map(
    ({ kind, number, amount, status }: Json) => `${kind} ${number.replace(code, '')} ${amount} ${status}`,
  );
