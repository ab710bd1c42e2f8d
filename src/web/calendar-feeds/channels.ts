/** Where the channels that most hosts use show the address of their calendar, and take that of another one. */
type Channel = {
  name: string;
  /** The hosts of its calendars. */
  hosts: RegExp;
  /** Its page for both calendars, step by step. */
  page: string;
  /** Where its own address is on that page, and where another one is pasted. */
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

/** Where our address is pasted, after "paste it into", for the channel whose calendar is at `url`. */
export function presentWhereToPaste(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  const channel = CHANNELS.find(({ hosts }) => hosts.test(host));
  return channel
    ? `${channel.name}: ${channel.page} → ${channel.ours}`
    : 'the channel, where it imports calendars (iCal)';
}
