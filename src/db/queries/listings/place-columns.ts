/** How pages and messages name the place of a stay. For queries that join `listings` and `units`. */
import { listings, units } from '../../schema/listings.ts';
import { buildingTitle } from './building-title.ts';

export const placeNameColumns = {
  unitName: units.name,
  listingTitle: listings.publicTitle,
  buildingTitle,
};

/** With the times of the day at which guests arrive and leave. */
export const placeColumns = {
  ...placeNameColumns,
  timezone: listings.timezone,
  checkInTime: listings.checkInTime,
  checkOutTime: listings.checkOutTime,
};
