import {
  defineForm,
  email,
  integer,
  optional,
  required,
  tick,
  ticks,
  ticksOrAll,
} from '../../../web/form-table.ts';
import type { SentForm } from '../../../web/sent-form.ts';
import { renderTextArea } from '../../../web/views/fields.ts';

/** Its select says whether the rule is for all places. */
export const WHICH_PLACES = 'places';

function readPlaces(form: SentForm, name: string): string[] | null {
  const slugs = form.list(name);
  if (form.text(WHICH_PLACES) !== 'some') return null;
  if (slugs.length === 0) form.errors[name] = 'Tick the places that it is for.';
  return slugs;
}

/** One of the rules in the body. */
export const RULE = defineForm({
  active: tick('Send this message'),
  days: integer('Days'),
  hour: integer('Hour'),
  sources: ticksOrAll('Sources'),
  listings: { ...ticks('Only these places'), read: readPlaces },
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
