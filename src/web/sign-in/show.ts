import type { FastifyReply } from 'fastify';
import type { Services } from '../../services/services.ts';
import { mayTeamBegin } from '../../services/team/begin.ts';
import type { TeamBeginning } from '../begin/routes.ts';
import { emptyForm, type Form } from '../form.ts';
import type { KeptForm } from '../kept-form.ts';
import { sendPage } from '../views/layout.ts';
import { codePage, keptFormPage, signInPage } from './page.ts';

/** Signing in may lead only to pages of this service. */
const NEXT = /^(\/account|\/teams\/[a-z0-9-]{1,63}(\/[a-z0-9-]{1,40}){1,3})$/;

type SignIn = { form?: Form; next?: string; notice?: string | null; kept?: KeptForm | null };

export async function showSignIn(
  reply: FastifyReply,
  services: Services & TeamBeginning,
  status: number,
  { form = emptyForm, next = '', notice = null, kept = null }: SignIn,
): Promise<FastifyReply> {
  const mayBegin = await mayTeamBegin(services);
  const hasForgottenPage = services.messages !== null;
  const body = signInPage(reply, { form, next, notice, hasForgottenPage, mayBegin, kept });
  return sendPage(reply, { title: 'Sign in', status, body });
}

export const showCodeForm = (
  reply: FastifyReply,
  status: number,
  { form = emptyForm, next = '', kept = null }: Omit<SignIn, 'notice'>,
): FastifyReply =>
  sendPage(reply, { title: 'Your code', status, body: codePage(reply, { form, next, kept }) });

export const readNext = (value: unknown): string =>
  typeof value === 'string' && NEXT.test(value) ? value : '';

export const showKeptForm = (reply: FastifyReply, status: number, kept: KeptForm): FastifyReply =>
  sendPage(reply, { title: 'Send it now', status, body: keptFormPage(reply, kept) });
