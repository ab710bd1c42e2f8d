import { defineForm, integer, oneOf, optional, required, ticksOrAll } from '../../../web/form-table.ts';

export const WEBHOOK = defineForm({
  url: required('Address'),
  description: optional('Description'),
  types: ticksOrAll('Events'),
});

/** A button beside the others. */
export const STATUS = defineForm({ status: oneOf('Status') });

export const REPLAY = defineForm({ after: integer('Position') });
