/**
 * The channels that most hosts use, and where on each channel a host finds its calendar's address and enters
 * another one.
 */
type Channel = {
  name: string;
  /** The host names of the channel's calendar addresses. */
  hosts: RegExp;
  /** The steps to the channel's page about calendars. */
  page: string;
  /**
   * The labels on the channel's page: at its own calendar's address, and at the field for another calendar's
   * address.
   */
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
 * Where a host enters Innkeep's calendar address on the channel whose calendar is at `url`, in words that
 * continue "paste it into".
 */
export function presentWhereToPaste(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  const channel = CHANNELS.find(({ hosts }) => hosts.test(host));
  return channel
    ? `${channel.name}: ${channel.page} → ${channel.ours}`
    : 'the channel, where it imports calendars (iCal)';
}
