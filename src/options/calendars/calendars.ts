import { z } from 'zod';
import type { Option } from '../../option.ts';
import type { Services } from '../../services/services.ts';
import { integerVariable } from '../../variables.ts';
import { readPageFiles } from '../../web/assets.ts';
import { deleteFeedsOfUnits } from './db/queries/calendar-feeds.ts';
import { clearReportedTextsOfGuest } from './db/queries/event-texts.ts';
import { CALENDAR_FEED_INVARIANTS } from './db/queries/invariants.ts';
import {
  deleteCalendarAddressesOfUnits,
  listCalendarAddressKeyIdsOfAnyTeam,
} from './db/queries/unit-calendars.ts';
import { createFeedMetrics, createReadingMetrics } from './metrics.ts';
import { bookingOfBlockRoutes } from './routes/booking-of-block.ts';
import { calendarFeedRoutes } from './routes/calendar-feeds.ts';
import { calendarRoutes } from './routes/calendar-files.ts';
import { unitCalendarRoutes } from './routes/unit-calendars.ts';
import { startTakingFreedNights } from './services/feeds/freed-nights.ts';
import {
  unsettleFeedsAfterImport,
  unsettleFeedsOfChangedBookings,
} from './services/feeds/imported-blocks.ts';
import { startReadingFeeds } from './services/feeds/reading-loop.ts';
import { createReadings } from './services/feeds/readings.ts';
import { clearEventTextsOlderThan } from './services/feeds/retention.ts';
import {
  hasCalendarAddressesUnderAnotherKey,
  rotateCalendarAddressKeys,
} from './services/unit-calendars/addresses.ts';
import { channelAddressRoutes } from './web/address-routes.ts';
import { calendarFeedRoutes as calendarFeedPages } from './web/routes.ts';
import { unitAddressRoutes } from './web/unit-address-routes.ts';

/** A day. */
const MAX_CALENDAR_MINUTES = 1_440;

const variables = z.object({ CALENDAR_MINUTES: integerVariable(0, MAX_CALENDAR_MINUTES).default(15) });

/** Publishes when units are taken, and takes nights of other systems' calendars. */
export const calendars: Option<z.infer<typeof variables>> = {
  name: 'calendars',
  variables,
  secrets: {
    noun: 'addresses of calendars',
    listKeyIdsOfAnyTeam: listCalendarAddressKeyIdsOfAnyTeam,
    hasUnderAnotherKey: hasCalendarAddressesUnderAnotherKey,
    rotate: rotateCalendarAddressKeys,
  },
  reference: {
    tags: [
      {
        position: 20,
        name: 'Calendars',
        description:
          'Units’ calendars for other systems, and other systems’ calendars from which units take nights (iCalendar).',
      },
    ],
  },
  pageFiles: readPageFiles(new URL('./web/', import.meta.url)),
  invariants: { position: 40, queries: CALENDAR_FEED_INVARIANTS },
  create({ metrics }, { CALENDAR_MINUTES }) {
    const readings = createReadings(metrics ? createReadingMetrics(metrics) : undefined);
    const onMeasured = metrics ? createFeedMetrics(metrics) : undefined;
    const withOwn = (services: Services) => ({
      ...services,
      readOnRequest: readings.createRefresh(services),
    });
    return {
      hooks: {
        onEvents: [unsettleFeedsAfterImport, unsettleFeedsOfChangedBookings],
        onErase: [({ tx, teamId }, { id }) => clearReportedTextsOfGuest(tx, teamId, id)],
        onDelete: [
          ({ tx, teamId }, { unitIds }) => deleteCalendarAddressesOfUnits(tx, teamId, unitIds),
          ({ tx, teamId }, { unitIds }) => deleteFeedsOfUnits(tx, teamId, unitIds),
        ],
      },
      scopes: {
        team: async (app, services) => {
          app.register(bookingOfBlockRoutes);
          app.register(unitCalendarRoutes);
          app.register(calendarFeedRoutes, withOwn(services));
        },
        root: async (app, services) => {
          app.register(calendarRoutes, services);
        },
        teamPages: async (app, services) => {
          app.register(calendarFeedPages, withOwn(services));
          app.register(channelAddressRoutes, services);
          app.register(unitAddressRoutes);
        },
      },
      retentions: [clearEventTextsOlderThan],
      start(services, onError) {
        const works: { stop(): Promise<void> }[] = [startTakingFreedNights({ ...services, onError })];
        if (CALENDAR_MINUTES > 0)
          works.push(
            startReadingFeeds({
              ...services,
              ...readings,
              intervalMs: CALENDAR_MINUTES * 60_000,
              onError,
              ...(onMeasured ? { onMeasured } : {}),
            }),
          );
        return { stop: () => Promise.all(works.map((work) => work.stop())) };
      },
      close: readings.close,
    };
  },
};
