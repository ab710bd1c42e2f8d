/** The team of one listing and one guest that most tests of bookings in team files have. */
export const LOFT = {
  slug: 'loft',
  kind: 'standalone',
  public_title: 'Loft',
  max_guests: 4,
  rates: { nightly: 10_000 },
};
export const BOOKING = {
  confirmation_code: 'BOOKED',
  listing: 'loft',
  guest: 'bea@example.com',
  status: 'confirmed',
  check_in: '2027-06-01',
  check_out: '2027-06-05',
  number_of_guests: 2,
};

let made = 0;

/** A file of a new team, with these lists beside or in place of its own. */
export function newFile<Lists extends object>(lists: Lists) {
  made += 1;
  return {
    team: { slug: `loft-${made}`, name: 'Loft', currency: 'EUR', timezone: 'Europe/Lisbon' },
    listings: [LOFT],
    guests: [{ email: BOOKING.guest, name: 'Bea' }],
    ...lists,
  };
}

/** Totals that add up to the last. */
export const buildTotals = (accommodation: number, fees: number, taxes: number) => ({
  accommodation_total: accommodation,
  discount_total: 0,
  fees_total: fees,
  taxes_total: taxes,
  grand_total: accommodation + fees + taxes,
});

/** The code and the amount of each line of a booking. */
export const listAmounts = ({ lines }: { lines: { code: string; amount: number }[] }) =>
  lines.map(({ code, amount }) => [code, amount]);
