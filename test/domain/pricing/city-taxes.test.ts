import { describe, expect, it } from 'vitest';
import { resolvePartyRequest } from '../../../src/domain/party.ts';
import type { Tax } from '../../../src/domain/pricing/charges.ts';
import { computeStayPrice } from '../../../src/domain/pricing/price-stay.ts';
import { buildTariff, buildTax, buildTerms, stayOf } from '../builders.ts';

/**
 * Taxes of the shapes that cities use, said with the fields of a tax alone, each with a stay that was computed by hand.
 * Rates change, so what is tested is the shape. Amounts are in cents of the city's currency.
 */
const nightly = 12_000;

type Stay = { checkIn: string; checkOut: string; adults: number; ages?: number[] };
const lines = (taxes: Partial<Tax>[], { checkIn, checkOut, adults, ages = [] }: Stay) =>
  computeStayPrice(
    buildTariff({
      terms: buildTerms({ nightlyCents: nightly }),
      taxes: taxes.map((tax, index) => buildTax({ code: `tax-${index}`, ...tax })),
    }),
    {
      stay: stayOf(checkIn, checkOut),
      party: resolvePartyRequest(
        { numberOfGuests: null, adults, childrenAges: ages, pets: null },
        { infantAge: 2 },
      ),
      coupon: null,
      extras: [],
      bookedOn: '2027-01-01',
    },
  )
    .lines.slice(1)
    .map(({ quantity, unitAmountCents, amountCents }) => [quantity, unitAmountCents, amountCents]);

const perPersonNight = (amountCents: number, more: Partial<Tax> = {}): Partial<Tax> => ({
  basis: 'guest_night',
  amountCents,
  ...more,
});

describe('city taxes by person and night', () => {
  // Câmara Municipal de Lisboa, Taxa Municipal Turística: 4 € from 13 years on, for 7 nights.
  it('the city tax of Lisbon is by person and night, with an age limit and at most seven nights', () => {
    const tax = perPersonNight(400, { agesFrom: 13, maxNights: 7 });
    const stay = { checkIn: '2027-04-01', checkOut: '2027-04-11', adults: 2, ages: [13, 12] };
    // Two adults and the child of 13, for 7 of 10 nights.
    expect(lines([tax], stay)).toEqual([[21, 400, 8_400]]);
  });

  // Roma Capitale, Regolamento sul contributo di soggiorno: 6 € in a holiday home, none up to the 10th birthday, 10 nights.
  it('the city tax of Rome is by person and night, with an age limit and a cap on nights', () => {
    const tax = perPersonNight(600, { agesFrom: 10, maxNights: 10 });
    const stay = { checkIn: '2027-05-01', checkOut: '2027-05-13', adults: 2, ages: [10, 9] };
    expect(lines([tax], stay)).toEqual([[30, 600, 18_000]]);
  });

  // Comune di Firenze, deliberazione 33/2011: 5.50 € in a holiday home, none up to the 12th birthday, 7 nights.
  it('the city tax of Florence is by person and night, with an age limit and a cap on nights', () => {
    const tax = perPersonNight(550, { agesFrom: 12, maxNights: 7 });
    const stay = { checkIn: '2027-06-01', checkOut: '2027-06-04', adults: 2, ages: [11] };
    expect(lines([tax], stay)).toEqual([[6, 550, 3_300]]);
  });

  // Generalitat de Catalunya, Llei 5/2017, and the surcharge of Barcelona: none up to 16 years, 7 nights.
  it('the city tax of Barcelona is a regional tax and a city surcharge by person and night', () => {
    const ofBoth = { agesFrom: 17, maxNights: 7 };
    const stay = { checkIn: '2027-07-01', checkOut: '2027-07-09', adults: 3, ages: [16, 17] };
    // Three adults and the child of 17, for 7 of 8 nights.
    expect(lines([perPersonNight(225, ofBoth), perPersonNight(400, ofBoth)], stay)).toEqual([
      [28, 225, 6_300],
      [28, 400, 11_200],
    ]);
  });
});

describe('reduced city taxes', () => {
  // Comune di Venezia, imposta di soggiorno: half from 10 to 16 years, none below, 5 nights.
  it('the city tax of Venice is reduced for children', () => {
    const taxes = [
      perPersonNight(400, { agesFrom: 17, maxNights: 5 }),
      perPersonNight(200, { agesFrom: 10, agesTo: 16, maxNights: 5 }),
    ];
    const stay = { checkIn: '2027-04-01', checkOut: '2027-04-07', adults: 2, ages: [16, 10, 9] };
    expect(lines(taxes, stay)).toEqual([
      [10, 400, 4_000],
      [10, 200, 2_000],
    ]);
  });

  // Govern de les Illes Balears, Llei 2/2016: none up to 16 years, half from the 9th night on, a quarter in winter.
  it('the tax of the Balearic Islands is reduced after eight nights and by season', () => {
    const ofAdults = { agesFrom: 17 };
    const summer = { ...ofAdults, validFrom: '2027-05-01', validUntil: '2027-10-31' };
    const winter = { ...ofAdults, validFrom: '2027-11-01', validUntil: '2028-04-30' };
    const taxes = [
      // Half is due for every night, and the other half for the first eight.
      perPersonNight(100, summer),
      perPersonNight(100, { ...summer, maxNights: 8 }),
      perPersonNight(25, winter),
      perPersonNight(25, { ...winter, maxNights: 8 }),
    ];
    const stay = { checkIn: '2027-10-26', checkOut: '2027-11-05', adults: 2, ages: [16] };
    // 6 nights in October, then 4 in November, of which 2 are among the first eight.
    expect(lines(taxes, stay)).toEqual([
      [12, 100, 1_200],
      [12, 100, 1_200],
      [8, 25, 200],
      [4, 25, 100],
    ]);
  });
});

describe('city taxes in percent of the net price', () => {
  const stay = { checkIn: '2027-04-05', checkOut: '2027-04-08', adults: 2 };

  // Land Berlin, Übernachtungsteuergesetz: 7.5 % since 2025.
  it('the city tax of Berlin is a percentage of the net price', () => {
    const tax: Partial<Tax> = { percentPpm: 75_000, appliesTo: ['accommodation'] };
    expect(lines([tax], stay)).toEqual([[null, null, 2_700]]);
  });

  // Gemeente Amsterdam, Verordening toeristenbelasting: 12.5 % since 2024.
  it('the city tax of Amsterdam is a percentage of the net price', () => {
    const tax: Partial<Tax> = { percentPpm: 125_000, appliesTo: ['accommodation'] };
    expect(lines([tax], stay)).toEqual([[null, null, 4_500]]);
  });

  // Land Wien, Wiener Tourismusförderungsgesetz: 5 % from July 2026, 8 % from July 2027.
  it('the city tax of Vienna is a percentage of the net price, which depends on the day of arrival', () => {
    const taxes: Partial<Tax>[] = [
      { percentPpm: 50_000, appliesTo: ['accommodation'], validUntil: '2027-06-30' },
      { percentPpm: 80_000, appliesTo: ['accommodation'], validFrom: '2027-07-01' },
    ];
    const june = { checkIn: '2027-06-30', checkOut: '2027-07-02', adults: 2 };
    const july = { checkIn: '2027-07-01', checkOut: '2027-07-03', adults: 2 };
    expect(lines(taxes, june)).toEqual([[null, null, 1_200]]);
    expect(lines(taxes, july)).toEqual([[null, null, 1_920]]);
  });
});

describe('city taxes in percent of a person’s night', () => {
  // France, Code général des collectivités territoriales, L2333-30 and L2333-31: places without stars, adults only.
  it('the tax in France is a percentage of each person’s share of a night, with a cap', () => {
    const tax: Partial<Tax> = {
      basis: 'percent_guest_night',
      percentPpm: 44_000,
      maxAmountCents: 375,
      agesFrom: 18,
    };
    const family = { checkIn: '2027-08-02', checkOut: '2027-08-05', adults: 2, ages: [17, 8] };
    // 120.00 € for 4 persons is 30.00 € each, of which 4.4 % is 1.32 €. Two adults owe it for 3 nights.
    expect(lines([tax], family)).toEqual([[6, 132, 792]]);
    // Alone it would be 5.28 €, so the cap of 3.75 € counts.
    expect(lines([tax], { ...family, adults: 1, ages: [] })).toEqual([[3, 375, 1_125]]);
  });
});

describe('city taxes by unit and night', () => {
  // City and State of New York: 5.875 %, 2.00 $ a room and night, and the unit fee of 1.50 $ a night.
  it('the tax in New York is by unit and night', () => {
    const taxes: Partial<Tax>[] = [
      { percentPpm: 58_750, appliesTo: ['accommodation'] },
      { basis: 'night', amountCents: 200 },
      { basis: 'night', amountCents: 150 },
    ];
    const stay = { checkIn: '2027-09-06', checkOut: '2027-09-09', adults: 4 };
    expect(lines(taxes, stay)).toEqual([
      [null, null, 2_115],
      [3, 200, 600],
      [3, 150, 450],
    ]);
  });

  // Dubai, Executive Council Resolution 2 of 2014, Tourism Dirham: 15 AED a night, for at most 30 nights of a stay.
  it('the tax in Dubai is by unit and night, with a maximum for the stay', () => {
    const tax: Partial<Tax> = { basis: 'night', amountCents: 1_500, maxNights: 30 };
    const stay = { checkIn: '2027-01-10', checkOut: '2027-02-20', adults: 2 };
    expect(lines([tax], stay)).toEqual([[30, 1_500, 45_000]]);
  });
});

describe('a city tax that changes during a stay', () => {
  // Lisboa, as above: 2 € until August 2024, 4 € from September 2024 on. Together they tax 7 nights at most.
  it('when the city tax of Lisbon changed in 2024, each night of a stay had the rate of its day', () => {
    const ofBoth = { agesFrom: 13, maxNights: 7 };
    const taxes = [
      perPersonNight(200, { ...ofBoth, validUntil: '2024-08-31' }),
      perPersonNight(400, { ...ofBoth, validFrom: '2024-09-01' }),
    ];
    const stay = { checkIn: '2024-08-29', checkOut: '2024-09-08', adults: 2 };
    expect(lines(taxes, stay)).toEqual([
      [6, 200, 1_200],
      [8, 400, 3_200],
    ]);
  });
});
