/** Which bookings a mail rule is for (docs/rules.md, 25). */
import { expect, it } from 'vitest';
import { buildDefaultMailRule, isMailRuleFor } from '../../../../src/options/mail/domain/rules.ts';

it.each<[what: string, rule: object, isFor: boolean]>([
  ['for all sources and listings', {}, true],
  ['that is off', { isActive: false }, false],
  ['for the booking’s source', { sources: ['airbnb', 'api'] }, true],
  ['for another source', { sources: ['airbnb'] }, false],
  ['for the booking’s listing', { listingIds: ['barn', 'mill'] }, true],
  ['for another listing', { listingIds: ['barn'] }, false],
  ['whose listings are all deleted', { listingIds: [] }, false],
])('a mail rule %s, with %j, applies to a booking: %s', (_what, rule, isFor) => {
  const active = { ...buildDefaultMailRule('before_arrival'), isActive: true };
  expect(isMailRuleFor({ ...active, ...rule }, { source: 'api', listingId: 'mill' })).toBe(isFor);
});
