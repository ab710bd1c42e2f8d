import { type Html, html } from './html.ts';

/** Line drawings of 24 by 24, each as the `d` of one path. */
const PATHS = {
  today:
    'M12 3.5v2M12 18.5v2M3.5 12h2M18.5 12h2M6 6l1.4 1.4M16.6 16.6 18 18M18 6l-1.4 1.4M7.4 16.6 6 18M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  calendar:
    'M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1M4 10h16M8.5 3.5v4M15.5 3.5v4M7.5 13.5h5M11.5 16.5h5',
  bookings: 'M6.5 4h11a1 1 0 0 1 1 1v15l-3-2-3.5 2-3.5-2-3 2V5a1 1 0 0 1 1-1M9 8.5h6M9 12h6',
  guests: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M5 19.5c.8-3.3 3.6-5 7-5s6.2 1.7 7 5',
  places: 'M4 11.5 12 5l8 6.5M6 10v9.5h12V10M10 19.5v-5.5h4v5.5',
  messages:
    'M4.5 6h15a.5.5 0 0 1 .5.5v11a.5.5 0 0 1-.5.5h-15a.5.5 0 0 1-.5-.5v-11a.5.5 0 0 1 .5-.5M4.5 7l7.5 6 7.5-6',
  prices: 'M4 11.5V5a1 1 0 0 1 1-1h6.5L20 12.5 12.5 20zM8.2 8.2h.01',
  'calendar-feeds':
    'M5 5.5h14a1 1 0 0 1 1 1V11M4 10h16M8.5 3.5v4M15.5 3.5v4M4 6.5V19a1 1 0 0 0 1 1h5M13.5 17.5h7M17.5 14l3.5 3.5-3.5 3.5',
  webhooks:
    'M12 9.5a3 3 0 1 0-2.6-1.5L6.5 13.5M5.5 19.5a3 3 0 1 0 2.9-3.7M15.6 18.7a3 3 0 1 0 .4-4.2l-3-5.3M8.5 16.5H15',
  photos:
    'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4.5 17.5 9.5 12l3.5 3.5 2.5-2.5 4.5 4.5M15.5 9.5h.01',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 7.5V12l3 2',
  earlier: 'M14.5 6l-6 6 6 6',
  later: 'M9.5 6l6 6-6 6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 20.5 20.5',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c1-3.5 4-5 7.5-5s6.5 1.5 7.5 5',
  team: 'M9 11.5A3.5 3.5 0 1 0 9 4.5a3.5 3.5 0 0 0 0 7M2.5 19c.7-3.2 3.3-4.5 6.5-4.5s5.8 1.3 6.5 4.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c1.9.6 3.1 2 3.5 4.2',
  reference: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5M12 6.5v13',
  site: 'M14 4.5h5.5V10M19.5 4.5 11 13M17 14v4.5a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1H10',
  tokens: 'M8.5 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12.5 11.5H21M17.5 11.5V15M21 11.5v2.5',
  usage: 'M8 8l-4.5 4L8 16M16 8l4.5 4L16 16M13.5 5.5l-3 13',
} as const;

/** A drawing next to words with the same meaning, so screen readers skip it. */
export const renderIcon = (name: keyof typeof PATHS): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
