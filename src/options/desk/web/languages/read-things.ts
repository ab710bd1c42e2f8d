import type { ZodType, z } from 'zod';
import type { PageOfRows, PageRequest } from '../../../../domain/page.ts';
import { chargeChangeBodies, presentCharge } from '../../../../schemas/charges/api.ts';
import { listingChangeBody, ratesChangeBody } from '../../../../schemas/listings/bodies.ts';
import { presentListing } from '../../../../schemas/listings/listing.ts';
import { photoChangeBody, presentPhoto, toPhotoChange } from '../../../../schemas/listings/photo.ts';
import { presentRates } from '../../../../schemas/listings/rates.ts';
import { presentTeam, teamChangeBody } from '../../../../schemas/team.ts';
import {
  changeCharge,
  listCharges,
  type NamedChargeKind,
  type ShownCharge,
} from '../../../../services/catalogue/charges.ts';
import { changeListing } from '../../../../services/catalogue/listings.ts';
import { findPhotos } from '../../../../services/catalogue/photos.ts';
import { changeRates, findRates, type ListingRates } from '../../../../services/catalogue/rates.ts';
import { changePhoto, type Photo } from '../../../../services/catalogue/single-photo.ts';
import { findListing, type Listing } from '../../../../services/listings.ts';
import { changeTeam, type TeamSettings } from '../../../../services/team/settings.ts';
import type { TeamScope } from '../../../../services/team-scope.ts';
import type { Condition } from '../../../../services/write.ts';
import { CHARGE_WORDS } from '../charges/words.ts';
import { CAPTION_TEXTS, NAME_TEXTS, PLACE_TEXTS, TEAM_TEXTS, type Thing } from './things.ts';

const TERMS = { key: 'terms', title: 'Cancellation terms', texts: NAME_TEXTS };

/** `toBody` puts the translations where the body has them. `present` gives the thing of what is stored. */
type Description<Schema extends ZodType, Stored> = Omit<Thing, 'prepareSave'> & {
  schema: Schema;
  toBody?: (translations: unknown) => object;
  present: (stored: Stored) => unknown;
  save: (change: z.output<Schema>, options: Condition<Stored>) => Promise<unknown>;
};

function describeThing<Schema extends ZodType, Stored>({
  schema,
  toBody = (translations) => ({ translations }),
  present,
  save,
  ...thing
}: Description<Schema, Stored>): Thing {
  return {
    ...thing,
    prepareSave(form, translations, isSeen) {
      const change = form.check(schema, toBody(translations));
      // A thing that others have deleted is not the one that was seen.
      const isCurrent = (stored: Stored) => {
        const current = present(stored) ?? null;
        return current !== null && isSeen(current);
      };
      return change && (() => save(change, { isCurrent }));
    },
  };
}

type Changed<Schema extends ZodType, Stored> = Pick<Description<Schema, Stored>, 'schema' | 'save'> & {
  present: (stored: Stored) => { cancellation_policy: object | null };
};

/** A team's or a listing's texts and, if it has its own, its cancellation terms. */
function describeWithTerms<Schema extends ZodType, Stored>(
  texts: Pick<Thing, 'key' | 'title' | 'texts'>,
  stored: Stored,
  { present, ...changed }: Changed<Schema, Stored>,
): Thing[] {
  const presented = present(stored);
  const { cancellation_policy: policy } = presented;
  const things = [describeThing({ ...texts, presented, present, ...changed })];
  return policy === null
    ? things
    : [
        ...things,
        describeThing({
          ...TERMS,
          presented: policy,
          toBody: (translations) => ({ cancellation_policy: { ...policy, translations } }),
          present: (one: Stored) => present(one).cancellation_policy,
          ...changed,
        }),
      ];
}

export const listThingsOfTeam = (scope: TeamScope, team: TeamSettings): Thing[] =>
  describeWithTerms({ key: 'team', title: 'Your site and messages', texts: TEAM_TEXTS }, team, {
    schema: teamChangeBody,
    present: (stored: TeamSettings) => presentTeam(stored, ''),
    save: (change, options) => changeTeam(scope, change, options),
  });

/** Its texts and terms, the captions of its photos and the names of its seasons. Null if there is no such place. */
export async function listThingsOfPlace(
  scope: TeamScope,
  listingId: string,
): Promise<{ listing: Listing; things: Thing[] } | null> {
  const listing = await findListing(scope, listingId);
  const rates = listing && (await findRates(scope, listingId));
  const photos = await findPhotos(scope, listingId);
  if (!rates || !photos) return null;
  const things = [
    ...listThingsOfListing(scope, listing),
    ...photos.map((photo) => describePhoto(scope, listingId, photo)),
    ...listSeasons(scope, rates),
  ];
  return { listing, things };
}

const listThingsOfListing = (scope: TeamScope, listing: Listing): Thing[] =>
  describeWithTerms({ key: 'place', title: 'Texts', texts: PLACE_TEXTS }, listing, {
    schema: listingChangeBody,
    present: (stored: Listing) => presentListing(stored, ''),
    save: (change, options) => changeListing(scope, listing.id, change, options),
  });

const describePhoto = (scope: TeamScope, listingId: string, photo: Photo): Thing =>
  describeThing({
    key: `photo-${photo.id}`,
    title: 'Photo',
    texts: CAPTION_TEXTS,
    presented: presentPhoto(photo, ''),
    schema: photoChangeBody,
    present: (stored: Photo) => presentPhoto(stored, ''),
    save: (change, options) =>
      changePhoto(scope, { listingId, id: photo.id }, toPhotoChange(change), options),
  });

/** The seasons of a place are sent together. */
function listSeasons(scope: TeamScope, rates: ListingRates): Thing[] {
  const { seasons } = presentRates(rates);
  return seasons.map((season) =>
    describeThing({
      key: `season-${season.start_date}`,
      title: 'Season',
      texts: NAME_TEXTS,
      presented: season,
      schema: ratesChangeBody,
      toBody: (translations) => ({
        seasons: seasons.map((one) => (one === season ? { ...one, translations } : one)),
      }),
      present: (stored: ListingRates) =>
        presentRates(stored).seasons.find(({ start_date }) => start_date === season.start_date),
      save: (change, options) => changeRates(scope, rates.listing.id, change, options),
    }),
  );
}

export async function listThingsOfCharges(
  scope: TeamScope,
  kind: NamedChargeKind,
  page: PageRequest,
): Promise<PageOfRows<Thing>> {
  const { rows, total } = await listCharges(scope, kind, page);
  return { rows: rows.map((charge) => describeCharge(scope, charge)), total };
}

const describeCharge = (scope: TeamScope, charge: ShownCharge): Thing =>
  describeThing({
    key: `${charge.kind}-${charge.row.code}`,
    title: CHARGE_WORDS[charge.kind].one,
    texts: NAME_TEXTS,
    presented: presentCharge(charge),
    schema: chargeChangeBodies[charge.kind],
    present: (stored: ShownCharge) => presentCharge(stored),
    save: (change, options) => changeCharge(scope, charge.row.code, change, options),
  });
