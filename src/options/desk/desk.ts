import type { Option } from '../../option.ts';
import { deskFiles } from './web/page-files.ts';
import { deskPages } from './web/pages.ts';

/** The pages on which a team works every day. */
export const desk: Option = {
  name: 'desk',
  navigation: [
    { group: 'daily', position: 10, tab: 'today', name: 'Today' },
    { group: 'daily', position: 20, tab: 'calendar', name: 'Calendar' },
    { group: 'daily', position: 30, tab: 'bookings', name: 'Bookings' },
    { group: 'daily', position: 40, tab: 'guests', name: 'Guests' },
    { group: 'daily', position: 50, tab: 'places', name: 'Places' },
    { group: 'business', position: 10, tab: 'prices', name: 'Prices' },
    { group: 'business', position: 20, tab: 'site', name: 'Site' },
    { group: 'business', position: 25, tab: 'languages', name: 'Languages' },
    { group: 'business', position: 30, tab: 'money', name: 'Money' },
    { group: 'business', position: 50, tab: 'team', name: 'Team' },
  ],
  pageFiles: deskFiles,
  create: () => ({ scopes: { teamPages: deskPages } }),
};
