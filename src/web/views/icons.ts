import { html } from 'ghtml';
import type { Html } from './layout.ts';

/** Line drawings of 24 by 24, each as the `d` of one path. */
const PATHS = {
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c1-3.5 4-5 7.5-5s6.5 1.5 7.5 5',
  members:
    'M9 11.5A3.5 3.5 0 1 0 9 4.5a3.5 3.5 0 0 0 0 7M2.5 19c.7-3.2 3.3-4.5 6.5-4.5s5.8 1.3 6.5 4.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c1.9.6 3.1 2 3.5 4.2',
  reference: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5M12 6.5v13',
  site: 'M14 4.5h5.5V10M19.5 4.5 11 13M17 14v4.5a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1H10',
  tokens: 'M8.5 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12.5 11.5H21M17.5 11.5V15M21 11.5v2.5',
  usage: 'M8 8l-4.5 4L8 16M16 8l4.5 4L16 16M13.5 5.5l-3 13',
} as const;

/** A drawing next to words with the same meaning, so screen readers skip it. */
export const icon = (name: keyof typeof PATHS): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
