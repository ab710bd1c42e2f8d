/** A team with something of every kind that its pages show. */
import { randomUUIDv7 } from 'node:crypto';
import { payments } from '../../src/db/schema/folio.ts';
import { mails } from '../../src/options/mail/db/schema/outbox.ts';
import { wrapMailHtml } from '../../src/options/mail/services/rendering/page.ts';
import { escapeHtml } from '../../src/web/views/html.ts';
import { TEST_NOW, type TestApp } from '../helpers/app.ts';
import {
  buildBlock,
  buildBooking,
  buildCoupon,
  buildFee,
  buildGuest,
  buildListing,
  buildSeason,
  buildToken,
  buildUnit,
} from '../helpers/factories.ts';
import { buildCalendarFeed } from '../options/calendars/feed-row.ts';
import { buildWebhook } from '../options/webhooks/webhook-row.ts';

/** `named` makes each of its texts, such as titles, names and notes, out of a word. */
export async function fillTeam(world: TestApp, teamId: number, named: (word: string) => string) {
  const keys = { teamId };
  const building = await buildListing(world, {
    ...keys,
    kind: 'building',
    publicTitle: named('Building'),
    timezone: 'UTC',
  });
  const listing = await buildListing(world, {
    ...keys,
    kind: 'unit_type',
    buildingId: building.id,
    publicTitle: named('Title'),
    nickname: named('Nickname'),
    timezone: 'UTC',
  });
  const unit = await buildUnit(world, { ...keys, listingId: listing.id, name: named('Unit') });
  const taken = { ...keys, listingId: listing.id, unitId: unit.id };
  const guest = await buildGuest(world, {
    ...keys,
    name: named('Guest'),
    phone: named('Phone'),
    notes: named('About'),
  });
  const coupon = await buildCoupon(world, keys);
  const booking = await buildBooking(world, {
    ...taken,
    guestId: guest.id,
    checkIn: '2031-05-05',
    checkOut: '2031-05-07',
    status: 'pending',
    notes: named('Note'),
    specialRequests: named('Request'),
    couponKey: coupon.codeKey,
  });
  await buildBooking(world, { ...taken, guestId: guest.id, checkIn: '2031-05-14', checkOut: '2031-05-16' });
  const due = { amountCents: 12_345, dueOn: '2031-05-01', position: 0 };
  await world.db.insert(payments).values({
    ...keys,
    ...due,
    id: randomUUIDv7(),
    bookingId: booking.id,
    status: 'scheduled',
    refundedCents: 0,
  });
  const feed = await buildCalendarFeed(world, { ...keys, unitId: unit.id, name: named('Feed') });
  const nights = { startDate: '2031-05-10', endDate: '2031-05-12' };
  const block = await buildBlock(world, { ...taken, ...nights, reason: named('Reason') });
  // A stay that a channel has sold.
  const stay = await buildBlock(world, {
    ...taken,
    startDate: '2031-05-16',
    endDate: '2031-05-18',
    feedId: feed.id,
    source: feed.name,
    uid: 'stay@channel.example',
    eventStartDate: '2031-05-16',
    eventEndDate: '2031-05-18',
    summary: named('Stay'),
    description: named('Description'),
    link: 'https://channel.example/stay',
  });
  await buildSeason(world, { ...keys, listingId: listing.id, name: named('Season') });
  await buildFee(world, { ...keys, name: named('Fee') });
  await buildToken(world, { ...keys, name: named('Token') });
  await buildWebhook(world, {
    ...keys,
    url: 'https://hooks.example/off',
    description: named('Hook'),
    status: 'disabled',
    disabledReason: named('Failures'),
  });
  const at = new Date(TEST_NOW);
  await world.db.insert(mails).values({
    ...keys,
    id: randomUUIDv7(),
    kind: 'booking_confirmed',
    language: 'en',
    status: 'kept',
    toName: named('Reader'),
    toEmail: 'reader@example.com',
    bookingId: booking.id,
    guestId: guest.id,
    subject: named('Subject'),
    plainText: named('Message'),
    html: wrapMailHtml(`<p>${escapeHtml(named('Message'))}</p>\n`, { title: '' }),
    attempts: 0,
    messageId: '<1@stay.example>',
    createdAt: at,
  });
  return { listing, unit, guest, booking, block, stay, feed };
}
