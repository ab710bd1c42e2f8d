/** Of a booking's page: until when it keeps its nights, and its unit. */

import type { FastifyReply } from 'fastify';
import type { Booking } from '../../../../services/bookings/read.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { defineMove } from './forms.ts';
import { HOLD, MAX_HOLD_HOURS } from './hold.ts';

type View = { path: string; booking: Booking; form: Form };

export const renderHoldCard = (reply: FastifyReply, { path, form }: Pick<View, 'path' | 'form'>): Html =>
  html`<section class="card" id="hold" aria-labelledby="hold-heading">
<form method="post" action="${path}/hold">${renderFormToken(reply)}
${field(form, HOLD, 'expires_in', { label: 'Hold it from now, in hours', help: `At most ${MAX_HOLD_HOURS}, which is a week. Empty: until it is confirmed or cancelled.` })}
<button class="quiet" type="submit">Change the hold</button></form></section>`;

export type UnitChoice = { id: string; name: string };
type UnitView = View & { otherUnits: readonly UnitChoice[] };

/** Not for a booking of a whole building, which has no unit. */
export const renderUnitCard = (
  reply: FastifyReply,
  { path, booking: { booking }, otherUnits, form }: UnitView,
): Html =>
  html`<section class="card" id="unit" aria-labelledby="unit-heading">
<p>${booking.unitPinned ? 'The booking keeps this unit, even if a move would make room for another booking.' : 'If your team moves bookings to make room, this one may get another unit.'}</p>
${renderButtonForm(reply, { action: `${path}/unit`, text: booking.unitPinned ? 'Let it move' : 'Keep this unit', look: 'quiet', values: { unit_pinned: booking.unitPinned ? '' : 'on' } })}
${otherUnits.length === 0 ? '' : renderMoveForm(reply, { path, otherUnits, form })}</section>`;

const renderMoveForm = (
  reply: FastifyReply,
  { path, otherUnits, form }: Omit<UnitView, 'booking'>,
): Html => html`<form method="post" action="${path}/change" class="inline">${renderFormToken(reply)}
${field(form, defineMove(otherUnits.map(({ id, name }) => ({ value: id, name }))), 'unit_id')}
<button class="quiet" type="submit" name="step" value="preview">Show the move</button></form>`;
