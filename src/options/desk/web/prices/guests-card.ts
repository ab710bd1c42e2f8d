import type { FastifyReply } from 'fastify';
import type { ListingKind } from '../../../../domain/vocabulary.ts';
import type { Form } from '../../../../web/form.ts';
import { computeFormVersion, type SentForm } from '../../../../web/sent-form.ts';
import { renderField, renderHidden } from '../../../../web/views/fields.ts';
import { toNumberField } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { wordPetsIfEmpty } from '../../../../web/views/words.ts';

export const GUESTS_LABELS = {
  max_guests: 'Guests at most',
  max_children: 'Children at most',
  max_infants: 'Infants at most',
  max_pets: 'Pets at most',
};

type Limits = {
  maxGuests: number;
  maxChildren: number | null;
  maxInfants: number | null;
  maxPets: number | null;
};

export const toGuestsForm = ({ maxGuests, maxChildren, maxInfants, maxPets }: Limits): Form => ({
  values: {
    max_guests: toNumberField(maxGuests),
    max_children: toNumberField(maxChildren),
    max_infants: toNumberField(maxInfants),
    max_pets: toNumberField(maxPets),
  },
  errors: {},
});

export const toGuestsBody = (form: SentForm) => ({
  max_guests: form.integer('max_guests'),
  max_children: form.integer('max_children'),
  max_infants: form.integer('max_infants'),
  max_pets: form.integer('max_pets'),
});

/** To notice changes by others. */
export const computeGuestsVersion = (limits: Limits): string =>
  computeFormVersion(toGuestsForm(limits).values);

type View = {
  path: string;
  form: Form;
  seen: string;
  /** A child of this age is no infant. */
  infantAge: number;
  kind: ListingKind;
};

export const renderGuestsCard = (
  reply: FastifyReply,
  { path, form, seen, infantAge, kind }: View,
): Html => html`<section class="card" id="guests" aria-labelledby="guests-heading"><h2 id="guests-heading">Who may stay</h2>
<form method="post" action="${path}/guests">${renderFormToken(reply)}${renderHidden({ seen })}
<p class="help">${infantAge === 0 ? 'Your team counts every child as a guest.' : `Children younger than ${infantAge} are infants. They do not count as guests.`} An empty field is no limit, except for pets: then ${wordPetsIfEmpty(kind)}.</p>
<div class="fields">${renderField(form, { name: 'max_guests', label: 'Guests at most', keys: 'numeric' })}
${renderField(form, { name: 'max_children', label: 'Children at most', keys: 'numeric', isOptional: 'unmarked' })}
${renderField(form, { name: 'max_infants', label: 'Infants at most', keys: 'numeric', isOptional: 'unmarked' })}
${renderField(form, { name: 'max_pets', label: 'Pets at most', keys: 'numeric', isOptional: 'unmarked' })}</div>
<button class="quiet" type="submit">Save limits</button>
</form></section>`;
