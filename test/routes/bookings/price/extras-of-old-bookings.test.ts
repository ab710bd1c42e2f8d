/** Extras of bookings whose lines do not say what their charges were like (docs/rules.md, 9.14). */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { bookings } from '../../../../src/db/schema/bookings.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import type { Json } from '../../../helpers/bookings.ts';
import { BREAKFAST, CHOSEN, linesOf, NONE, openHouse, VAT } from './extras-house.ts';

const world = await openSharedApp();

describe('bookings from earlier versions', () => {
  const withoutOrigins = (lines: Json[]) => lines.map(({ taxable: _, appliesTo: __, ...line }) => line);

  it('a booking from before lines recorded taxability uses today’s charges of the same codes, and keeps that decision', async () => {
    const inn = await openHouse(world, {
      fees: [
        { ...BREAKFAST, taxable: true },
        { ...BREAKFAST, code: 'gone', taxable: true },
      ],
      taxes: [VAT, { ...VAT, code: 'ended' }],
    });
    const { id } = await inn.book({ extras: [{ code: 'gone' }] });
    const [row] = await world.db.select().from(bookings).where(eq(bookings.id, id));
    await world.db
      .update(bookings)
      .set({ priceLines: withoutOrigins(row?.priceLines ?? []) })
      .where(eq(bookings.id, id));
    await inn.send('DELETE', '/fees/gone');
    await inn.send('DELETE', '/taxes/ended');
    // What was `gone` counts as not taxable, and what has `ended` as a tax on nothing.
    const chosen = await inn.to(id, CHOSEN);
    expect(linesOf(chosen)).toEqual(['accommodation 40000', 'breakfast 700', 'ended 4070', 'vat 4140']);
    await inn.add('taxes', { ...VAT, code: 'ended' });
    await inn.put('/taxes/vat', { applies_to: ['accommodation'] });
    expect(linesOf(await inn.to(id, NONE))).toEqual(['accommodation 40000', 'ended 4070', 'vat 4070']);
  });
});
