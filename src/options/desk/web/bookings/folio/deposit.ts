/** A security deposit is no part of what is to be paid. */
import type { FastifyReply } from 'fastify';
import { maySetSecurityDepositStatus } from '../../../../../domain/folio/folio.ts';
import type { BookingStatus, SecurityDepositStatus } from '../../../../../domain/vocabulary.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import { presentMoney } from '../../../../../web/views/format.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { DEPOSIT_WORDS } from '../../../../../web/views/words.ts';
import { type FolioView, findStepError, type Question, renderPart, renderSteps } from './parts.ts';

/** A refused step with this name is shown at the deposit. */
export const DEPOSIT = 'deposit';

const DEPOSIT_QUESTIONS: Partial<Record<SecurityDepositStatus, Question>> = {
  returned: { lead: 'The guest has all of it back. You cannot undo this.', button: 'It is returned' },
  kept: { lead: 'Your team keeps all of it. You cannot undo this.', button: 'It is kept' },
};
const DEPOSIT_STEPS: Partial<Record<SecurityDepositStatus, string>> = {
  held: 'Mark as held',
  returned: 'Returned',
  kept: 'Kept',
};

/** It is held, and the stay is over. */
export const isDepositToDecide = ({ deposit }: Folio, status: BookingStatus): boolean =>
  deposit?.status === 'held' && status === 'completed';

type DepositView = FolioView & { deposit: NonNullable<Folio['deposit']> };

export function renderDepositCard(reply: FastifyReply, { path, folio, form, deposit }: DepositView): Html {
  const { status, amountCents } = deposit;
  const row = [
    'For damage',
    presentMoney(amountCents, folio.currency),
    html`<span class="badge money-${status}">${DEPOSIT_WORDS[status]}</span>`,
    renderSteps(
      reply,
      {
        action: `${path}/security-deposit`,
        questions: DEPOSIT_QUESTIONS,
        usual: ['held'],
        error: findStepError(form, DEPOSIT),
      },
      DEPOSIT_STEPS,
      (to) => maySetSecurityDepositStatus(status, to, folio.state) && to !== status,
    ),
  ];
  return html`<section class="card" id="deposit" aria-labelledby="deposit-heading">
${renderPart([row])}
</section>`;
}
