/** One page of each kind with settings. The slow test of this name sends the forms of every page. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { formsIn, type PageForm } from '../../../../web/forms/page-forms.ts';
import { findChanges, listSettingForms, openOddTeam } from '../../../../web/forms/unchanged.ts';

const world = await openSharedApp();

test('a form that is sent as it is shown changes nothing', async () => {
  const team = await openOddTeam(world);
  const { base, loftId, booking, guest, webhook, feed, visitor } = team;
  const pages = [
    '/app/account',
    `${base}/team`,
    `${base}/site`,
    ...['description', 'where', 'guests', 'amenities', 'rules', 'terms'].map(
      (part) => `${base}/places/${loftId}/about/${part}`,
    ),
    `${base}/places/${loftId}/units`,
    `${base}/places/${loftId}/photos`,
    `${base}/prices/${loftId}?season=2027-06-15`,
    ...['fee/kids', 'tax/gst', 'discount/last', 'coupon/ODD-1'].map((charge) => `${base}/charges/${charge}`),
    `${base}/bookings/${booking}`,
    `${base}/bookings/${booking}/change`,
    `${base}/bookings/${booking}/price`,
    `${base}/guests/${guest}`,
    `${base}/webhooks/${webhook}`,
    `${base}/calendar-feeds/${feed}`,
    `${base}/messages/kinds/before_arrival`,
  ];
  const shown: PageForm[] = [];
  for (const page of pages) shown.push(...formsIn((await visitor.get(page)).body, page));
  const forms = listSettingForms(shown);
  expect(forms).toHaveLength(34);
  expect(await findChanges(world, team, forms)).toEqual([]);
});
