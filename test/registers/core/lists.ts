/** Every list of the core, with each filter, alone and in combinations that callers use. */

import { idOf, teamSlug, today } from '../../../bench/dataset.ts';
import { addDays } from '../../../src/domain/dates/dates.ts';

const LISTING = 3;
const BUILDING = 14;

export const coreLists = (team: number): readonly string[] => [
  ...withFilters('bookings', [
    'status=confirmed',
    'status=pending',
    'status=cancelled,completed',
    'source=airbnb',
    'source=vrbo',
    `listing_id=${idOf('listing', team, LISTING)}`,
    `guest_id=${idOf('guest', team, 7)}`,
    'confirmation_code=B0000007',
    'external_reference=B0000007',
    'external_reference=B0000007&source=airbnb',
    `check_in_from=${addDays(today(), 30)}`,
    `check_in_to=${addDays(today(), -700)}`,
    `check_in_to=${addDays(today(), -365)}`,
    `check_in_from=${today()}&check_in_to=${addDays(today(), 6)}`,
    `check_in_from=${addDays(today(), -300)}&check_in_to=${today()}`,
    `updated_since=${addDays(today(), -1)}T00:00:00Z`,
    `updated_since=${addDays(today(), -300)}T00:00:00Z`,
    `status=confirmed,pending&check_in_from=${today()}`,
    `status=confirmed&listing_id=${idOf('listing', team, LISTING)}`,
    `source=airbnb&updated_since=${addDays(today(), -200)}T00:00:00Z`,
    `status=completed&source=airbnb,vrbo&check_in_from=${addDays(today(), -300)}&check_in_to=${today()}`,
    'per_page=100',
    'page=20',
  ]),
  ...withFilters('guests', [
    `email=guest-7@team-${team}.example`,
    'search=number 7',
    'search=nobody at all',
    'external_reference=guest-7',
    `updated_since=${addDays(today(), -1)}T00:00:00Z&sort=updated_at`,
    'page=20',
  ]),
  ...withFilters('listings', [
    'status=active',
    'kind=building',
    'status=archived',
    'status=active&kind=unit_type',
    'slug=place-3',
    'external_reference=place-3',
    'sort=updated_at',
  ]),
  ...withFilters('units', [
    `listing_id=${idOf('listing', team, LISTING)}`,
    'external_reference=unit-3',
    'sort=updated_at',
    'page=2',
  ]),
  ...withFilters('blocks', [
    `listing_id=${idOf('listing', team, LISTING)}`,
    `listing_id=${idOf('listing', team, BUILDING)}`,
    `from=${addDays(today(), -735)}`,
    `updated_since=${addDays(today(), -1)}T00:00:00Z&sort=updated_at`,
    `to=${addDays(today(), -735)}`,
    `listing_id=${idOf('listing', team, LISTING)}&from=2020-01-01&to=${today()}`,
  ]),
  ...withFilters('payments', [
    'status=scheduled,failed',
    `booking_id=${idOf('booking', team, 7)}`,
    `due_from=${addDays(today(), 30)}`,
    `due_from=${addDays(today(), -30)}&due_to=${today()}`,
    `paid_from=${addDays(today(), -7)}&paid_to=${today()}`,
    'status=paid',
    'page=20',
  ]),
  ...withFilters('invoices', [
    'status=paid',
    `booking_id=${idOf('booking', team, 7)}`,
    `issued_from=${addDays(today(), -30)}&issued_to=${today()}`,
    `issued_from=${addDays(today(), -300)}&status=open,paid`,
    'page=5',
  ]),
  `bookings/${idOf('booking', team, 7)}/events`,
  ...withFilters(`public/${teamSlug(team)}/listings`, ['page=2']),
];

const withFilters = (list: string, filters: readonly string[]) => [
  list,
  ...filters.map((filter) => `${list}?${filter}`),
];
