import type { FastifyReply } from 'fastify';
import type { ListingKind } from '../../../../domain/vocabulary.ts';
import { placeRow } from '../../../../schemas/listings/fields.ts';
import type { Form } from '../../../../web/form.ts';
import { defineForm, field } from '../../../../web/form-table.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { wordPetsIfEmpty } from '../../../../web/views/words.ts';
import { PARTY_LIMITS } from '../party-limits.ts';

export const GUESTS = defineForm(PARTY_LIMITS);

type Limits = Parameters<typeof placeRow.present>[0];

export const toGuestsForm = (listing: Limits): Form => ({
  values: GUESTS.toValues(placeRow.present(listing)),
  errors: {},
});

/** To notice changes by others. */
export const computeGuestsVersion = (listing: Limits): string =>
  GUESTS.computeVersion(placeRow.present(listing));

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
<div class="fields">${field(form, GUESTS, 'max_guests')}
${field(form, GUESTS, 'max_children')}
${field(form, GUESTS, 'max_infants')}
${field(form, GUESTS, 'max_pets')}</div>
<button class="quiet" type="submit">Save limits</button>
</form></section>`;
