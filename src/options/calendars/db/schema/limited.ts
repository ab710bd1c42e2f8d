import { limitByUnit } from '../../../../db/schema/limited.ts';
import { calendarAddresses, calendarFeeds } from './calendars.ts';

export const limitedCalendarFeeds = limitByUnit('calendar_feeds', calendarFeeds);
export const limitedCalendarAddresses = limitByUnit('calendar_addresses', calendarAddresses);
