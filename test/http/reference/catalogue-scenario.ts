/** The examples of what a team changes of itself and of what it sells. They come after those that read it. */
import { idFor } from '../../../demo/identity.ts';
import type { Recorder } from './recorder.ts';

/** What no other form of the reference uses: a listing that is still a draft, and one that may be deleted. */
const DRAFT = { listing: idFor('listing ginjal-rooms') };
const IDEA = { listing: idFor('listing ginjal-boathouse') };
const UPSTREAM = { unit: idFor('unit ginjal-rooms Upstream') };
const DOWNSTREAM = { unit: idFor('unit ginjal-rooms Downstream') };
const STALE = { 'if-match': '"of-an-earlier-state"' };

export async function tellTeam({ ask }: Recorder) {
  await ask('getTeam', { as: ['team', 'A team'], status: 200 });
  const terms = {
    name: 'Flexible',
    grace_hours: 24,
    grace_days_before: 14,
    tiers: [
      { days_before: 14, refund_percent: 100 },
      { days_before: 7, refund_percent: 50 },
    ],
  };
  await ask('changeTeam', {
    as: ['terms', 'Terms for cancellations'],
    status: 200,
    body: { cancellation_policy: terms, deposit_percent: 25 },
  });
  await ask('changeTeam', {
    as: ['risingTiers', 'A tier that gives back more than the one before'],
    status: 422,
    body: {
      cancellation_policy: { ...terms, tiers: [...terms.tiers, { days_before: 3, refund_percent: 60 }] },
    },
  });
  await ask('changeTeam', {
    as: ['stale', 'Settings that were changed since'],
    status: 412,
    headers: STALE,
    body: { name: 'Harbour' },
  });
}

export async function tellCatalogue({ ask }: Recorder) {
  const hut = {
    kind: 'standalone',
    public_title: 'Fisherman’s Hut',
    property_type: 'cabin',
    max_guests: 2,
    address: { street: 'Rua do Porto 9', city: 'Nazaré', postcode: '2450-101', country: 'PT' },
    registration_number: '147258/AL',
    rates: { nightly: 9_500 },
    rules: { min_stay: 2 },
    units: 2,
  };
  await ask('createListing', {
    as: ['listing', 'A listing with two units'],
    status: 201,
    body: hut,
  });
  await ask('createListing', {
    as: ['invalid', 'A unit type without a building, and no prices'],
    status: 422,
    body: { kind: 'unit_type', public_title: 'Attic', max_guests: 2 },
  });
  const parameters = DRAFT;
  await ask('changeListing', {
    as: ['texts', 'Another headline, and half the address cleared'],
    status: 200,
    parameters,
    body: { headline: 'Steps from the sand', address: { street: null, postcode: null } },
  });
  await ask('changeListing', {
    as: ['fixed', 'Another currency for a listing with units'],
    status: 422,
    parameters,
    body: { currency: 'SEK' },
  });
  await ask('changeListing', {
    as: ['stale', 'A listing that was changed since'],
    status: 412,
    parameters,
    headers: STALE,
    body: { status: 'draft' },
  });
  const invalid = { parameters, status: 422, body: { name: '' } };
  await ask('listUnits', { as: ['units', 'A listing’s units'], status: 200, parameters });
  await ask('listUnits', {
    as: ['tooMany', 'More per page than allowed'],
    status: 422,
    parameters: { ...parameters, per_page: '500' },
  });
  await ask('createUnit', {
    as: ['unit', 'A third unit'],
    status: 201,
    parameters,
    body: { name: 'Under the Roof' },
  });
  await ask('createUnit', { as: ['noName', 'An empty name'], ...invalid });
  await ask('getUnit', { as: ['unit', 'A unit'], status: 200, parameters: UPSTREAM });
  await ask('changeUnit', {
    as: ['inactive', 'A unit that is not sold any more'],
    status: 200,
    parameters: UPSTREAM,
    body: { active: false },
  });
  await ask('changeUnit', { as: ['noName', 'An empty name'], ...invalid, parameters: UPSTREAM });
  await ask('deleteUnit', {
    as: ['used', 'A unit that has bookings'],
    status: 422,
    parameters: { unit: idFor('unit sea-loft Loft A') },
  });
  await ask('deleteUnit', { as: ['gone', 'Deleted'], status: 204, parameters: DOWNSTREAM });
  await ask('changePhotos', {
    as: ['photos', 'One photo'],
    status: 200,
    parameters,
    body: { photos: [{ is_featured: true, original_url: 'https://photos.example/warehouse.jpg' }] },
  });
  await ask('changePhotos', {
    as: ['noList', 'No list at all'],
    status: 422,
    parameters,
    body: { photos: null },
  });
  await ask('getPhotos', { as: ['photos', 'A listing’s photos'], status: 200, parameters });
  await ask('deleteListing', {
    as: ['used', 'A listing that has bookings'],
    status: 422,
    parameters: { listing: idFor('listing sea-loft') },
  });
  await ask('deleteListing', { as: ['gone', 'Deleted'], status: 204, parameters: IDEA });
}
