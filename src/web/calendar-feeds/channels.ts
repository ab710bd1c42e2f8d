/**
 * The channels that most hosts use, and where each shows the address of its calendar and takes another one.
 */
type Channel = {
  name: string;
  /** The hosts in the addresses of the channel's calendars. */
  hosts: RegExp;
  /** The channel's own page for both calendars, step by step. */
  page: string;
  /** Where the channel shows its own calendar's address, and where another address is pasted. */
  theirs: string;
  ours: string;
};

export const CHANNELS: readonly Channel[] = [
  {
    name: 'Airbnb',
    hosts: /(^|\.)airbnb\.[a-z.]+$/,
    page: 'listing → Availability → Connect to another website',
    theirs: 'Airbnb calendar link',
    ours: 'Other website link',
  },
  {
    name: 'Booking.com',
    hosts: /(^|\.)booking\.com$/,
    page: 'property → Rates & Availability → Sync calendars',
    theirs: 'Export calendar',
    ours: 'Add calendar connection',
  },
  {
    name: 'Vrbo',
    hosts: /(^|\.)(vrbo|homeaway|abritel|fewo-direkt)\.[a-z.]+$/,
    page: 'property → Calendar → Import & export',
    theirs: 'Export calendar',
    ours: 'Import calendar',
  },
];

/**
 * The place where our calendar's address is pasted, after "paste it into", for the channel whose calendar is
 * at `url`.
 */
export function presentWhereToPaste(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  const channel = CHANNELS.find(({ hosts }) => hosts.test(host));
  return channel
    ? `${channel.name}: ${channel.page} → ${channel.ours}`
    : 'the channel, where it imports calendars (iCal)';
}
