import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../domain/limits.ts';
import { findTextProblem, foldCase } from '../domain/text/text.ts';
import { buildIssue } from '../schemas/fields/lists.ts';
import { TooManyRequests, WrongCode, WrongPassword } from '../services/errors.ts';
import { buildTryAgainText } from './errors.ts';
import { addError, type Form } from './form.ts';
import { toRefusedForm } from './sent-form.ts';

/** The attempts of each internet address are limited. */
export const SIGN_IN_LIMIT = { limit: 'sign-in' } as const;

const buildPasswordField = (min: number) =>
  z.string().check((context) => {
    const problem = findTextProblem(context.value, { min, max: MAX_PASSWORD_LENGTH });
    if (problem) context.issues.push({ ...buildIssue(problem.code, problem.message), input: context.value });
  });

export const currentPasswordField = buildPasswordField(1);
export const newPasswordField = buildPasswordField(MIN_PASSWORD_LENGTH);

export const NEW_PASSWORD_HELP = `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row make a good one.`;

/** Null if the password is no bad choice. */
export const findChoiceProblem = (password: string, email: string): string | null =>
  foldCase(password) === foldCase(email) ? 'Password must not be your email.' : null;

const WRONG_CODE = 'That code is wrong, or was used before. An app shows a new one every 30 seconds.';

/** `wrong` is the message about a wrong password. */
export function toRefusedPasswordForm(
  reply: FastifyReply,
  form: Form,
  error: unknown,
  wrong: string,
): { form: Form; status: number } {
  if (error instanceof WrongPassword) return { form: addError(form, 'password', wrong), status: 422 };
  if (error instanceof WrongCode) return { form: addError(form, 'code', WRONG_CODE), status: 422 };
  if (!(error instanceof TooManyRequests)) return { form: toRefusedForm(form, error), status: 422 };
  reply.header('retry-after', error.retryAfterSeconds);
  const message = `${error.message} ${buildTryAgainText(error.retryAfterSeconds)}`;
  return { form: addError(form, 'form', message), status: 429 };
}
