/** A typed client of Innkeep: the compiler checks paths, parameters, bodies and answers. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

export type Innkeep = Client<paths>;
export type Listing = components['schemas']['Listing'];
export type Availability = components['schemas']['Availability'];
export type Booking = components['schemas']['Booking'];
export type NewBooking = components['schemas']['NewBooking'];
export type BookingChange = components['schemas']['BookingChange'];
export type Rates = components['schemas']['Rates'];
export type ListingDay = components['schemas']['ListingDay'];
export type DaysChange = components['schemas']['DaysChange'];
export type Folio = components['schemas']['Folio'];

/** A refusal: the messages for every wrong field, and the request's id in Innkeep's log. */
export class InnkeepError extends Error {
  override name = 'InnkeepError';
  readonly status: number;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | null;

  constructor(response: Response, body: unknown) {
    const { message, errors } = (body ?? {}) as { message?: string; errors?: Record<string, string[]> };
    super(message ?? `Innkeep answered with ${response.status}.`);
    this.status = response.status;
    this.errors = errors ?? {};
    this.requestId = response.headers.get('x-request-id');
  }
}

/** Keep the token on a server, never in a web page or an app. */
export function createInnkeep({ address, token }: { address: string; token: string }): Innkeep {
  return createClient<paths>({
    baseUrl: address,
    headers: { authorization: `Bearer ${token}` },
    // A filter with several values is one parameter, with commas between them.
    querySerializer: { array: { style: 'form', explode: false } },
  });
}

type Answered<Body> = { data?: Body; error?: unknown; response: Response };

/** Returns the body of an answer. Throws an `InnkeepError` if it is a refusal. */
export async function bodyOf<Body>(answered: Promise<Answered<Body>>): Promise<Body> {
  const { data, error, response } = await answered;
  if (data === undefined) throw new InnkeepError(response, error);
  return data;
}
