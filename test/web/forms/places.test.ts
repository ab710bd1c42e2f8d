/** The places that a charge or a rule is for, all or some. */
import { expect, test } from 'vitest';
import { renderPlaceChoice, somePlaces, toWhichPlaces } from '../../../src/web/form-table/places.ts';
import { defineForm } from '../../../src/web/form-table.ts';
import { formsIn } from './page-forms.ts';

const { open, read, toValues } = defineForm({ listings: somePlaces('Places', 'Tick a place.') });
const place = { kind: 'standalone', status: 'active', currency: 'EUR', buildingTitle: null } as const;
const PLACES = ['barn', 'mill'].map((slug) => ({ ...place, id: slug, slug, publicTitle: slug }));

function sendAsShown(listings: string[] | null) {
  const form = { values: { ...toValues({ listings }), ...toWhichPlaces(listings) }, errors: {} };
  const choice = renderPlaceChoice(form, {
    label: 'Where',
    all: 'All',
    places: PLACES,
    toValue: ({ slug }) => slug,
  });
  const [shown] = formsIn(`<form>${choice}</form>`, '/');
  const sent = open({
    places: shown?.fields.find(([name]) => name === 'places')?.[1],
    listings: shown?.fields.filter(([name]) => name === 'listings').map(([, value]) => value),
  });
  return { ...read(sent), errors: sent.errors };
}

test('places that are ticked are read as they are shown, also those that a long list leaves out', () => {
  for (const listings of [null, ['mill'], ['barn', 'mill'], ['barn', 'the-thousand-and-first']])
    expect(sendAsShown(listings)).toEqual({ listings, errors: {} });
});

test('a choice of some places needs a ticked one', () => {
  expect(sendAsShown([])).toEqual({ listings: [], errors: { listings: 'Tick a place.' } });
});
