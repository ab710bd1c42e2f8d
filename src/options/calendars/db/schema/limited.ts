import { isOfVisibleUnit, limitTable } from '../../../../db/schema/limited.ts';
import { calendarAddresses, calendarFeeds } from './calendars.ts';

export const limitedCalendarFeeds = limitTable(
  'calendar_feeds',
  calendarFeeds,
  isOfVisibleUnit(calendarFeeds, calendarFeeds.unitId),
);
export const limitedCalendarAddresses = limitTable(
  'calendar_addresses',
  calendarAddresses,
  isOfVisibleUnit(calendarAddresses, calendarAddresses.unitId),
);
