/**
 * A stand-in for a payment provider, on this machine: it takes payments, and tells about them by signed webhooks until it
 * gets a 2xx. A real provider has its own addresses and its own signature, but the same steps.
 */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** What a payment is for. The provider keeps it and sends it back. */
export type Purpose = { booking: string; payment: string };
export type ProviderPayment = {
  id: string;
  amount: number;
  currency: string;
  purpose: Purpose;
  status: 'open' | 'paid' | 'refunded';
};
export type ProviderEvent = { type: 'payment.paid'; payment: ProviderPayment };

export type Provider = ReturnType<typeof createProvider>;

const ATTEMPTS = 5;

/** `webhook` is the address to which it sends its events. */
export function createProvider({ webhook }: { webhook: string }) {
  const secret = randomBytes(32);
  const payments = new Map<string, ProviderPayment>();
  const mustFind = (id: string): ProviderPayment => {
    const payment = payments.get(id);
    if (!payment) throw new Error(`There is no payment ${id}.`);
    return payment;
  };

  async function send(event: ProviderEvent): Promise<void> {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'provider-signature': signatureOf(secret, body) };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { ok } = await fetch(webhook, { method: 'POST', headers, body });
      if (ok) return;
    }
    throw new Error('The webhook was never accepted.');
  }

  return {
    /** With this secret the receiver checks the signature. */
    secret,

    /** Asks for money. A real provider answers with a page on which the guest pays. */
    createPayment(wanted: { amount: number; currency: string; purpose: Purpose }): ProviderPayment {
      const payment: ProviderPayment = { id: `pay_${randomUUID()}`, ...wanted, status: 'open' };
      payments.set(payment.id, payment);
      return payment;
    },

    /** The guest pays on the provider's page. The event may come more than once. */
    async guestPays(id: string): Promise<void> {
      const payment = mustFind(id);
      payment.status = 'paid';
      await send({ type: 'payment.paid', payment });
    },

    /** Gives the money back. Doing it twice gives it back once. */
    refund(id: string): void {
      mustFind(id).status = 'refunded';
    },

    statusOf: (id: string): ProviderPayment['status'] => mustFind(id).status,
  };
}

const signatureOf = (secret: Buffer, body: string) => createHmac('sha256', secret).update(body).digest('hex');

/** The event in a webhook's body, or null if the provider has not signed it. */
export function readEvent(secret: Buffer, body: string, signature: string): ProviderEvent | null {
  const [expected, given] = [signatureOf(secret, body), signature].map((text) => Buffer.from(text));
  if (!expected || !given || expected.length !== given.length || !timingSafeEqual(expected, given))
    return null;
  return JSON.parse(body) as ProviderEvent;
}
