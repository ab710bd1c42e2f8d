import { classifyDatabaseError, describeErrorForLog } from '../db/errors.ts';
import type { Permission } from '../domain/access/permissions.ts';
import type { UnavailabilityReason } from '../domain/availability/rules.ts';
import type { StayPrice } from '../domain/pricing/price-stay.ts';
import type { BookingStatus } from '../domain/vocabulary.ts';
import { type FieldMessages, hasMessages, wordFieldMessages } from './field-messages.ts';

/** Without the parameters of a statement, which may be personal data. */
export const toLoggableError = (error: unknown) => describeErrorForLog(error);

/**
 * A service that refuses throws it: the transaction rolls back, and the error handler or the page words it.
 */
export abstract class Refusal extends Error {
  abstract override readonly name: string;
  abstract readonly statusCode: number;
}

/** Each name says why the request was refused. */
export type AnyRefusal =
  | NotFound
  | NotPermitted
  | Invalid
  | NotCancellable
  | PriceChanged
  | VersionChanged
  | Conflict
  | WrongPassword
  | WrongCode
  | TooManyRequests;

/** The path names something that the team does not have. */
export class NotFound extends Refusal {
  override readonly name = 'NotFound';
  readonly statusCode = 404;
}

/** The caller is known, and may not do this. */
export class NotPermitted extends Refusal {
  override readonly name = 'NotPermitted';
  readonly statusCode = 403;
  readonly permission: Permission;
  /** The caller's role lacks the permission, or the caller has only some of the team's listings. */
  readonly why: 'missing' | 'some_listings';

  constructor(permission: Permission, why: 'missing' | 'some_listings' = 'missing') {
    super(
      why === 'missing'
        ? `The permission ${permission} is missing.`
        : `The permission ${permission} is not for all listings.`,
    );
    this.permission = permission;
    this.why = why;
  }
}

/**
 * The values of fields, with messages by field, or a rule that the request would break. If a stay is not
 * available, `reasons` are the rules that it breaks.
 */
export class Invalid extends Refusal {
  override readonly name = 'Invalid';
  readonly statusCode = 422;
  readonly messages: FieldMessages;
  readonly reasons: readonly UnavailabilityReason[];

  constructor(messages: FieldMessages, reasons: readonly UnavailabilityReason[] = []) {
    super(Object.values(wordFieldMessages(messages)).flat().join(' '));
    this.messages = messages;
    this.reasons = reasons;
  }
}

export function throwIfAnyMessages(messages: FieldMessages): void {
  if (hasMessages(messages)) throw new Invalid(messages);
}

/** `why` is the status that forbids it, or that the booking was a hold that has lapsed. */
export class NotCancellable extends Refusal {
  override readonly name = 'NotCancellable';
  readonly statusCode = 422;
  readonly why: BookingStatus | 'lapsed';

  constructor(message: string, why: BookingStatus | 'lapsed') {
    super(message);
    this.why = why;
  }
}

export type ChangedPrice = { price: StayPrice; currency: string };

/**
 * The price is not the one that the caller expected. `price` is the new one, or null if the write would not
 * change the price.
 */
export class PriceChanged extends Refusal {
  override readonly name = 'PriceChanged';
  readonly statusCode = 409;
  readonly price: ChangedPrice | null;

  constructor(price: ChangedPrice | null) {
    super('The price is not the expected total.');
    this.price = price;
  }
}

/** The stored version is not the one that the caller has read. */
export class VersionChanged extends Refusal {
  override readonly name = 'VersionChanged';
  readonly statusCode = 412;
}

type ConflictReason =
  | 'key_reused'
  | 'key_without_answer'
  | 'fee_changed'
  | 'name_taken'
  | 'is_member'
  | 'other_rights'
  | 'last_member'
  | 'too_many'
  | 'link_gone'
  | 'elsewhere'
  | 'no_team'
  | 'begun'
  | 'changed';

/** Something is taken, used up or full. */
export class Conflict extends Refusal {
  override readonly name = 'Conflict';
  readonly statusCode = 409;
  readonly reason: ConflictReason;

  constructor(reason: ConflictReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export class WrongPassword extends Refusal {
  override readonly name = 'WrongPassword';
  readonly statusCode = 422;
}

/** Of an authenticator app, or a recovery code. One that was accepted before is wrong too. */
export class WrongCode extends Refusal {
  override readonly name = 'WrongCode';
  readonly statusCode = 422;
}

/** Beyond a limit, such as attempts per minute. The request may succeed later. */
export class TooManyRequests extends Refusal {
  override readonly name = 'TooManyRequests';
  readonly statusCode = 429;
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A write under the same idempotency key was done before. `answer` is what was stored then. */
export class AlreadyAnswered extends Error {
  override name = 'AlreadyAnswered';
  readonly answer: { status: number; body: string };

  constructor(answer: { status: number; body: string }) {
    super('The request was answered before.');
    this.answer = answer;
  }
}

/** A team requests more at once, such as pictures to convert, than there is time or memory for. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** A process that works for this one, such as a converter of pictures, has ended. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** A row has changed after it was read and before it was locked. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/** The same request may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  if ([Overloaded, Interrupted, ChangedMeanwhile].some((temporary) => error instanceof temporary))
    return true;
  const trouble = classifyDatabaseError(error);
  return trouble === 'unavailable' || trouble === 'conflict';
}
