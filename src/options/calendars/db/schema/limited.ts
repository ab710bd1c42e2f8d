import { isOfAllowedUnit, limitTable } from '../../../../db/schema/limited.ts';
import { calendarAddresses, calendarFeeds } from './calendars.ts';

export const limitedCalendarFeeds = limitTable(
  'calendar_feeds',
  calendarFeeds,
  isOfAllowedUnit(calendarFeeds, calendarFeeds.unitId),
);
export const limitedCalendarAddresses = limitTable(
  'calendar_addresses',
  calendarAddresses,
  isOfAllowedUnit(calendarAddresses, calendarAddresses.unitId),
);
