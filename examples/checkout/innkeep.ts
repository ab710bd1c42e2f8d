/** A small client of Innkeep: it sends a request and returns the `data` of the answer. */
export type Listing = { id: string; kind: 'standalone' | 'building' | 'unit_type'; public_title: string };
export type Party = { adults: number; children_ages: number[]; pets: number };
export type Extra = { code: string; quantity: number };

/** Who stays is a party, or a number of guests who are all adults. */
export type NewBooking = {
  listing_id: string;
  check_in: string;
  check_out: string;
  number_of_guests?: number;
  party?: Party;
  extras?: Extra[];
  guest?: { name: string; email?: string };
  guest_id?: string | undefined;
  coupon_code?: string | null;
  special_requests?: string | null;
  status?: 'pending' | 'confirmed';
  /** How many minutes a pending booking holds its nights. */
  expires_in?: number;
  /** The price that the guest has seen. Another one is refused. */
  expected_total?: number;
};
export type Booking = {
  id: string;
  confirmation_code: string;
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  expires_at: string | null;
  listing_id: string;
  check_in: string;
  check_out: string;
  number_of_guests: number;
  party: Party;
  extras: Extra[];
  guest_id: string;
  coupon_code: string | null;
  special_requests: string | null;
  grand_total: number;
};
export type Folio = { currency: string; payments: { id: string; amount: number; status: string }[] };

type Refusal = {
  message?: string;
  errors?: Record<string, string[]>;
  codes?: Record<string, string[]>;
  code?: string;
};

/** A refusal: the messages for every wrong field, and the request's id in Innkeep's log. */
export class InnkeepError extends Error {
  override name = 'InnkeepError';
  readonly status: number;
  /** Which 409 it is, such as `price_changed`. */
  readonly code: string | null;
  readonly errors: Record<string, string[]>;
  /** For each of the messages a word, such as `taken` or `rule`. */
  readonly codes: Record<string, string[]>;
  readonly requestId: string | null;

  constructor(response: Response, body: Refusal) {
    super(body.message ?? `Innkeep answered with ${response.status}.`);
    this.status = response.status;
    this.code = body.code ?? null;
    this.errors = body.errors ?? {};
    this.codes = body.codes ?? {};
    this.requestId = response.headers.get('x-request-id');
  }
}

export type Innkeep = {
  get<Data>(path: string): Promise<Data>;
  /** With a key, repeating the request has no second effect. */
  post<Data>(path: string, body?: object, key?: string): Promise<Data>;
  put<Data>(path: string, body: object): Promise<Data>;
};

/** Keep the token on a server, never in a web page or an app. `request` can be replaced in tests. */
export function createInnkeep(
  { address, token }: { address: string; token: string },
  request: typeof fetch = fetch,
): Innkeep {
  async function send<Data>(method: string, path: string, body?: object, key?: string): Promise<Data> {
    const response = await request(`${address}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { data: Data } & Refusal;
    if (!response.ok) throw new InnkeepError(response, answer);
    return answer.data;
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body, key) => send('POST', path, body, key),
    put: (path, body) => send('PUT', path, body),
  };
}
