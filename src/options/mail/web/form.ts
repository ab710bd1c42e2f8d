import { somePlaces } from '../../../web/form-table/places.ts';
import { defineForm, email, integer, optional, required, tick, ticksOrAll } from '../../../web/form-table.ts';
import { renderTextArea } from '../../../web/views/fields.ts';

/** One of the rules in the body. */
export const RULE = defineForm({
  active: tick('Send this message'),
  days: integer('Days'),
  hour: integer('Hour'),
  sources: ticksOrAll('Sources'),
  listings: somePlaces('Only these places', 'Tick the places that it is for.'),
});

export const TEXT = defineForm({
  subject: required('Subject'),
  body: { ...required('Text'), draw: renderTextArea },
});

export const MESSAGE = defineForm({
  subject: required('Subject'),
  body: { ...required('Message'), draw: renderTextArea },
});

export const SUPPRESSION = defineForm({ email: email('Email'), reason: optional('Why') });
