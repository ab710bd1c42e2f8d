/** Innkeep as a typed client: paths, parameters, bodies and answers are checked as you write. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

export type Innkeep = Client<paths>;
export type Listing = components['schemas']['Listing'];
export type Availability = components['schemas']['Availability'];
export type Booking = components['schemas']['Booking'];
export type NewBooking = components['schemas']['NewBooking'];
export type BookingChange = components['schemas']['BookingChange'];
export type Folio = components['schemas']['Folio'];

/** A refusal as Innkeep told it: all fields that are to blame, and the id under which its log has the request. */
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

/** The token belongs on a server: never into a web page or an app. */
export function createInnkeep({ address, token }: { address: string; token: string }): Innkeep {
  return createClient<paths>({
    baseUrl: address,
    headers: { authorization: `Bearer ${token}` },
    // Several values of a filter go into one parameter, separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
  });
}

type Answered<Body> = { data?: Body; error?: unknown; response: Response };

/** The body of an answer, or the refusal as an error. */
export async function bodyOf<Body>(answered: Promise<Answered<Body>>): Promise<Body> {
  const { data, error, response } = await answered;
  if (data === undefined) throw new InnkeepError(response, error);
  return data;
}
