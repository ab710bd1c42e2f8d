/** Days for readers. A stay's days are dates without a time, so no time zone moves them. */
import type { StayDate } from '../domain/stay.ts';

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (date: StayDate): string => formatter.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
};

/** "Mon 2 Jun 2031" */
export const fullDay = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
/** "2 Jun 2031" */
export const dayOf = format({ day: 'numeric', month: 'short', year: 'numeric' });
/** "June 2031" */
export const monthOf = format({ month: 'long', year: 'numeric' });

/** "1 night", "4 nights" */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
