import type { BookingSource } from '../../domain/vocabulary.ts';

/**
 * The channels that most hosts use, and where on each channel a host finds its calendar's address and enters
 * another one.
 */
type Channel = {
  name: string;
  source: BookingSource;
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
    source: 'airbnb',
    hosts: /(^|\.)airbnb\.[a-z.]+$/,
    page: 'listing → Availability → Connect to another website',
    theirs: 'Airbnb calendar link',
    ours: 'Other website link',
  },
  {
    name: 'Booking.com',
    source: 'booking_com',
    hosts: /(^|\.)booking\.com$/,
    page: 'property → Rates & Availability → Sync calendars',
    theirs: 'Export calendar',
    ours: 'Add calendar connection',
  },
  {
    name: 'Vrbo',
    source: 'vrbo',
    hosts: /(^|\.)(vrbo|homeaway|abritel|fewo-direkt)\.[a-z.]+$/,
    page: 'property → Calendar → Import & export',
    theirs: 'Export calendar',
    ours: 'Import calendar',
  },
];

const EXPEDIA_HOSTS = /(^|\.)(expedia|expediapartnercentral)\.[a-z.]+$/;

const findHost = (url: string): string => URL.parse(url.trim())?.hostname ?? '';
const findChannel = (url: string): Channel | undefined =>
  CHANNELS.find(({ hosts }) => hosts.test(findHost(url)));

/** The source of the bookings of a channel whose calendar is at `url`. */
export const findSourceOfAddress = (url: string): BookingSource =>
  findChannel(url)?.source ?? (EXPEDIA_HOSTS.test(findHost(url)) ? 'expedia' : 'other');

/**
 * Where a host enters Innkeep's calendar address on the channel whose calendar is at `url`, in words that
 * continue "paste it into".
 */
export function presentWhereToPaste(url: string): string {
  const channel = findChannel(url);
  return channel
    ? `${channel.name}: ${channel.page} → ${channel.ours}`
    : 'the channel, where it imports calendars (iCal)';
}
