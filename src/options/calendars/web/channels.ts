import type { BookingSource } from '../../../domain/vocabulary.ts';

type Channel = {
  name: string;
  source: BookingSource;
  /** Of its calendars' addresses. */
  hosts: RegExp;
  /** The steps to the page about calendars. */
  page: string;
  /** Labels on that page: of the channel's own address, and of the field for another one. */
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

export const findSourceOfAddress = (url: string): BookingSource =>
  findChannel(url)?.source ?? (EXPEDIA_HOSTS.test(findHost(url)) ? 'expedia' : 'other');

/** Continues "paste it into". */
export function presentWhereToPaste(url: string): string {
  const channel = findChannel(url);
  return channel
    ? `${channel.name}: ${channel.page} → ${channel.ours}`
    : 'the channel, where it imports calendars (iCal)';
}
