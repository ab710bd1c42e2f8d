/** What a team is that has something of everything. */
import type { TestApp } from '../helpers/app.ts';
import type { Client } from '../helpers/bookings.ts';

/** The team's values that can be used for ids and names. */
export interface CoreOwn {
  teamSlug: string;
  listingSlug: string;
  coupon: string;
  fee: string;
  tax: string;
  discount: string;
  guestEmail: string;
  search: string;
  listing: string;
  building: string;
  photo: string;
  unit: string;
  booking: string;
  confirmationCode: string;
  guest: string;
  payment: string;
  invoice: string;
  block: string;
  idempotencyKey: string;
  keyedGuest: string;
  siteCode: string;
  siteDocument: string;
  bookingKey: string;
  siteTotal: string;
  person: string;
  member: string;
  role: string;
  /** For those that the API deletes, because the pages delete the others. */
  spareMember: string;
  spareRole: string;
  spareToken: string;
  memberEmail: string;
  invitation: string;
  secret: string;
  token: string;
  tokenName: string;
}

/** Each option adds its own, in its register. */
export interface Own extends CoreOwn {}

/** The parts of a browser that requests need: its cookies, and its forms' token. */
export type Browser = { cookie: string; formToken: string };

export type LivedInTeam = {
  /** Ten small letters that its names and texts contain. */
  mark: string;
  teamId: number;
  client: Client;
  /** With the role `owner`. */
  owner: Client;
  /** Tokens in the clear. */
  tokens: { token: string; owner: string; reader: string; gone: string };
  member: Browser;
  /** Somebody who was a member. */
  removed: Browser;
  own: Own;
  /** Slugs of listings that the booking site does not show. */
  hidden: string[];
  /** Values that no row contains unencrypted. */
  secrets: string[];
};

/** A team of which the core has made what is its own. Every text that is made for it contains the mark. */
export type Life = Pick<LivedInTeam, 'mark' | 'teamId' | 'client'> & {
  world: TestApp;
  token: string;
  own: CoreOwn;
};

export type Lived<PartOfOwn = Partial<Own>> = { own: PartOfOwn; secrets?: readonly string[] };
