import { describe, expect, it, test } from 'vitest';
import { removeFreeTexts } from '../../../src/services/guests/texts.ts';

describe('events after an erasure', () => {
  const KEPT = {
    status: 'confirmed',
    listing_id: '0198a1b2-0000-7000-8000-000000000001',
    unit_id: null,
    source: 'api',
    check_in: '2027-03-01',
    check_out: ['2027-03-04', '2027-03-05'],
    number_of_guests: [2, 3],
    accommodation_total: 30_000,
    discount_total: 0,
    fees_total: 0,
    taxes_total: 0,
    grand_total: [30_000, 28_000],
    coupon_code: 'SPRING15',
    payment: '0198a1b2-0000-7000-8000-000000000002',
    refunded_amount: [0, 4_000],
    invoice: '2027-03-01T10:00:00+01:00',
    security_deposit: 'held',
    override_rules: true,
    guest: 'a.b',
  };

  it('erasing a guest keeps the details of events that Innkeep itself writes', () => {
    expect(removeFreeTexts(KEPT)).toEqual(KEPT);
  });

  it('erasing a guest removes every other field from the details of events', () => {
    expect(removeFreeTexts({ reason: 'expired', notes: 'x', '': 1, grand_total: 5 })).toEqual({
      grand_total: 5,
    });
  });

  test.each([
    'Ada Lovelace',
    'ada@example.com',
    'a'.repeat(41),
    '',
    'line\nbreak',
    ' word',
    'word ',
    ['ok', 'not ok'],
    { name: 'Ada' },
    [{}],
  ])('erasing a guest removes a detail with %j from events', (status) => {
    expect(removeFreeTexts({ status })).toEqual({});
  });

  test.each(['a'.repeat(40), 'x', 5, true, null, undefined, [], [[1]], ['ok', 'too']])(
    'erasing a guest keeps a detail with %j in events',
    (status) => {
      expect(removeFreeTexts({ status })).toEqual({ status });
    },
  );
});
