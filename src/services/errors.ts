import { classifyDatabaseError, describeErrorForLog } from '../db/errors.ts';
import type { UnavailabilityReason } from '../domain/availability/rules.ts';
import type { StayPrice } from '../domain/pricing/price-stay.ts';
import { type FieldMessages, hasMessages, wordFieldMessages } from './field-messages.ts';

/**
 * The properties of an error that may be written to the log. The parameters of a statement are never logged
 * with a database error, because they may be personal data.
 */
export const toLoggableError = (error: unknown) => describeErrorForLog(error);

/**
 * Thrown by a service that refuses a request. When a service refuses, the transaction rolls back, and the
 * error handler or the page words the refusal.
 */
export abstract class Refusal extends Error {
  abstract override readonly name: string;
  /** The HTTP status of the refusal. */
  abstract readonly statusCode: number;
}

/** The names of all refusals. The name of a refusal's class says why the request was refused. */
export type AnyRefusal =
  | NotFound
  | Invalid
  | NotCancellable
  | PriceChanged
  | VersionChanged
  | Conflict
  | WrongPassword
  | TooManyRequests;

/** The refusal of a request whose path names something that the team does not have. */
export class NotFound extends Refusal {
  override readonly name = 'NotFound';
  readonly statusCode = 404;
}

/**
 * The refusal of a request because of the values of its fields, or because of a rule that it would break. A
 * refusal because of fields has the messages of all problems, by field. If a stay is not available, `reasons`
 * are the rules that it breaks.
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

/** The refusal of a cancellation that the booking's state forbids. */
export class NotCancellable extends Refusal {
  override readonly name = 'NotCancellable';
  readonly statusCode = 422;
}

export type ChangedPrice = { price: StayPrice; currency: string };

/**
 * The refusal of a write whose price is not the one that the caller expected. The refusal carries the new
 * price, or null if the write would not change the price.
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

/** The refusal of a write if the stored version is not the one that the caller has read. */
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
  | 'last_member'
  | 'too_many'
  | 'link_gone'
  | 'elsewhere'
  | 'no_team'
  | 'begun'
  | 'changed';

/** The refusal of a write that needs something that is taken, used up or full. */
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

/** The refusal of a request that exceeds a limit, such as attempts per minute, and may succeed later. */
export class TooManyRequests extends Refusal {
  override readonly name = 'TooManyRequests';
  readonly statusCode = 429;
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Thrown if a write under the same idempotency key has been done already, instead of doing it again. The error
 * for a repeated idempotency key carries the stored answer of the first write.
 */
export class AlreadyAnswered extends Error {
  override name = 'AlreadyAnswered';
  readonly answer: { status: number; body: string };

  constructor(answer: { status: number; body: string }) {
    super('The request was answered before.');
    this.answer = answer;
  }
}

/** Thrown if a team requests more at once, such as pictures to convert, than there is time or memory for. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** Thrown if a process that works for this one, such as a converter of pictures, has ended before it was done. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** Thrown if a row has changed after it was read and before it was locked. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/** Whether the service is temporarily unable to answer, so that the same request may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  if ([Overloaded, Interrupted, ChangedMeanwhile].some((temporary) => error instanceof temporary))
    return true;
  const trouble = classifyDatabaseError(error);
  return trouble === 'unavailable' || trouble === 'conflict';
}
