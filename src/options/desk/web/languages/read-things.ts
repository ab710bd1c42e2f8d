import { chargeChangeBodies, presentCharge } from '../../../../schemas/charges/api.ts';
import { listingChangeBody, ratesChangeBody } from '../../../../schemas/listings/bodies.ts';
import { presentListing } from '../../../../schemas/listings/listing.ts';
import { photoChangeBody, presentPhoto, toPhotoChange } from '../../../../schemas/listings/photo.ts';
import { presentRates, presentSeason } from '../../../../schemas/listings/rates.ts';
import { presentTeam, teamChangeBody } from '../../../../schemas/team.ts';
import { changeCharge, listCharges, type ShownCharge } from '../../../../services/catalogue/charges.ts';
import { changeListing } from '../../../../services/catalogue/listings.ts';
import { findPhotos } from '../../../../services/catalogue/photos.ts';
import { changeRates, findRates, type ListingRates } from '../../../../services/catalogue/rates.ts';
import { changePhoto, type Photo } from '../../../../services/catalogue/single-photo.ts';
import { findListing, type Listing } from '../../../../services/listings.ts';
import { changeTeam, type TeamSettings } from '../../../../services/team/settings.ts';
import type { TeamScope } from '../../../../services/team-scope.ts';
import { CHARGE_WORDS } from '../charges/words.ts';
import { CAPTION_TEXTS, NAME_TEXTS, PLACE_TEXTS, TEAM_TEXTS, type Thing } from './things.ts';

const TERMS = { key: 'terms', title: 'Cancellation terms', texts: NAME_TEXTS };

export function listThingsOfTeam(scope: TeamScope, team: TeamSettings): Thing[] {
  const presented = presentTeam(team, '');
  const texts: Thing = {
    key: 'team',
    title: 'Your site and messages',
    texts: TEAM_TEXTS,
    presented,
    prepareSave(form, translations, isSeen) {
      const change = form.check(teamChangeBody, { translations });
      const isCurrent = (stored: TeamSettings) => isSeen(presentTeam(stored, ''));
      return change && (() => changeTeam(scope, change, { isCurrent }));
    },
  };
  const { cancellation_policy: policy } = presented;
  if (policy === null) return [texts];
  const terms: Thing = {
    ...TERMS,
    presented: policy,
    prepareSave(form, translations, isSeen) {
      const change = form.check(teamChangeBody, { cancellation_policy: { ...policy, translations } });
      const isCurrent = (stored: TeamSettings) => isSeen(presentTeam(stored, '').cancellation_policy);
      return change && (() => changeTeam(scope, change, { isCurrent }));
    },
  };
  return [texts, terms];
}

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

export function listThingsOfListing(scope: TeamScope, listing: Listing): Thing[] {
  const presented = presentListing(listing, '');
  const texts: Thing = {
    key: 'place',
    title: 'Texts',
    texts: PLACE_TEXTS,
    presented,
    prepareSave(form, translations, isSeen) {
      const change = form.check(listingChangeBody, { translations });
      const isCurrent = (stored: Listing) => isSeen(presentListing(stored, ''));
      return change && (() => changeListing(scope, listing.id, change, { isCurrent }));
    },
  };
  const { cancellation_policy: policy } = presented;
  if (policy === null) return [texts];
  const terms: Thing = {
    ...TERMS,
    presented: policy,
    prepareSave(form, translations, isSeen) {
      const change = form.check(listingChangeBody, { cancellation_policy: { ...policy, translations } });
      const isCurrent = (stored: Listing) => isSeen(presentListing(stored, '').cancellation_policy);
      return change && (() => changeListing(scope, listing.id, change, { isCurrent }));
    },
  };
  return [texts, terms];
}

const describePhoto = (scope: TeamScope, listingId: string, photo: Photo): Thing => ({
  key: `photo-${photo.id}`,
  title: 'Photo',
  texts: CAPTION_TEXTS,
  presented: presentPhoto(photo, ''),
  prepareSave(form, translations) {
    const change = form.check(photoChangeBody, { translations });
    return change && (() => changePhoto(scope, { listingId, id: photo.id }, toPhotoChange(change)));
  },
});

/** The seasons of a place are sent together. */
function listSeasons(scope: TeamScope, rates: ListingRates): Thing[] {
  const { seasons } = presentRates(rates);
  return rates.seasons.map((season): Thing => {
    const presented = presentSeason(season);
    return {
      key: `season-${season.startDate}`,
      title: 'Season',
      texts: NAME_TEXTS,
      presented,
      prepareSave(form, translations, isSeen) {
        const sent = seasons.map((one) =>
          one.start_date === season.startDate ? { ...one, translations } : one,
        );
        const change = form.check(ratesChangeBody, { seasons: sent });
        const isCurrent = (stored: ListingRates) => {
          const current = stored.seasons.find(({ startDate }) => startDate === season.startDate);
          return current !== undefined && isSeen(presentSeason(current));
        };
        return change && (() => changeRates(scope, rates.listing.id, change, { isCurrent }));
      },
    };
  });
}

const NAMED_KINDS = ['fee', 'tax', 'discount'] as const;
/** More than a team has on one page. */
const ALL_CHARGES = { page: 1, perPage: 100 };

export async function listThingsOfCharges(scope: TeamScope): Promise<Thing[]> {
  const things: Thing[] = [];
  for (const kind of NAMED_KINDS) {
    const { rows } = await listCharges(scope, kind, ALL_CHARGES);
    things.push(...rows.map((charge) => describeCharge(scope, charge)));
  }
  return things;
}

const describeCharge = (scope: TeamScope, charge: ShownCharge): Thing => ({
  key: `${charge.kind}-${charge.row.code}`,
  title: CHARGE_WORDS[charge.kind].one,
  texts: NAME_TEXTS,
  presented: presentCharge(charge),
  prepareSave(form, translations, isSeen) {
    const change = form.check(chargeChangeBodies[charge.kind], { translations });
    const isCurrent = (stored: ShownCharge) => isSeen(presentCharge(stored));
    return change && (() => changeCharge(scope, charge.row.code, change, { isCurrent }));
  },
});
