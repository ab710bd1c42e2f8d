import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectSound, openBuilding, openInn, rowCounts } from '../../helpers/bookings.ts';
import { buildBlock, buildUnit, day } from '../../helpers/factories.ts';

const NOW = '2031-05-05T10:00:00+00:00';

const world = await openSharedApp();

const span = { start_date: day(0), end_date: day(2) };

describe('a block', () => {
  it('a block of one unit is made, read, listed and deleted', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    const unit_id = at(inn.units, 1).id;
    const body = { listing_id: inn.listing.id.toUpperCase(), unit_id, ...span, reason: ' Repairs. ' };
    const [block, ...others] = await inn.data(inn.send('POST', '/blocks', body), 201);
    expect(others).toEqual([]);
    expect(block).toEqual({
      id: expect.any(String),
      listing_id: inn.listing.id,
      unit_id,
      ...span,
      reason: 'Repairs.',
      source: null,
      uid: null,
      event_start_date: null,
      event_end_date: null,
      summary: null,
      description: null,
      link: null,
      feed_id: null,
      created_at: NOW,
      updated_at: NOW,
    });
    expect((await inn.send('GET', '/blocks')).body).toMatchObject({
      data: [block],
      meta: { total: 1, per_page: 20 },
    });
    expect((await inn.book()).unit.name).toBe('A');
    expect((await inn.tryBook()).status).toBe(422);
    const gone = await inn.send('DELETE', `/blocks/${block.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await inn.send('DELETE', `/blocks/${block.id}`)).status).toBe(404);
    expect((await inn.book()).unit.name).toBe('B');
    await expectSound(world);
  });

  it('a block without a unit blocks each active unit, of a building those of all its unit types', async () => {
    const inn = await openBuilding(world, { Doubles: ['101', '102'], Singles: ['201'] });
    const listingId = at(inn.unitTypes, 1).id;
    await buildUnit(world, { teamId: inn.teamId, listingId, active: false });
    const blocks = await inn.data(inn.send('POST', '/blocks', { listing_id: inn.listing.id, ...span }), 201);
    expect(blocks.map((block: { listing_id: string }) => block.listing_id).sort()).toEqual(
      [at(inn.unitTypes, 0).id, at(inn.unitTypes, 0).id, listingId].sort(),
    );
    expect(new Set(blocks.map((block: { unit_id: string }) => block.unit_id)).size).toBe(3);
    expect((await inn.tryBook()).status).toBe(422);
    expect((await inn.book({ check_in: day(2), check_out: day(3) })).whole_building).toBe(true);
    await expectSound(world);
  });

  it('a block of a building may name a unit of its unit types, even an inactive one', async () => {
    const inn = await openBuilding(world, { Doubles: ['101'] });
    const listingId = at(inn.unitTypes, 0).id;
    const unit = await buildUnit(world, { teamId: inn.teamId, listingId, active: false });
    for (const listing_id of [inn.listing.id, listingId]) {
      const body = {
        listing_id,
        unit_id: unit.id,
        start_date: day(listing_id === listingId ? 5 : 0),
        end_date: day(6),
      };
      const answer = await inn.send('POST', '/blocks', {
        ...body,
        end_date: day(listing_id === listingId ? 6 : 5),
      });
      expect(answer.body.data).toMatchObject([{ listing_id: listingId, unit_id: unit.id, reason: null }]);
    }
  });

  it('a block is refused if any of its nights is taken, and then blocks no unit at all', async () => {
    const inn = await openInn(world, { listing: { preparationDays: 2 }, units: ['A', 'B'] });
    await inn.book();
    const before = await rowCounts(world);
    // Night 5 is a preparation night; 6 is free.
    for (const [from, to] of [
      [-3, 1],
      [3, 4],
      [5, 9],
    ] as const) {
      const body = { listing_id: inn.listing.id, start_date: day(from), end_date: day(to) };
      const { status, body: answer } = await inn.send('POST', '/blocks', body);
      expect({ status, answer }).toEqual({
        status: 422,
        answer: {
          message: expect.any(String),
          errors: { availability: [expect.any(String)] },
          codes: { availability: ['rule'] },
        },
      });
    }
    expect(await rowCounts(world)).toEqual(before);
    const after = { listing_id: inn.listing.id, start_date: day(6), end_date: day(7) };
    expect((await inn.send('POST', '/blocks', after)).status).toBe(201);
    await expectSound(world);
  });
});

describe('the list of blocks', () => {
  it('the list of blocks is sorted by first night, and filtered by listing and by nights', async () => {
    const inn = await openBuilding(world, { Doubles: ['101'], Singles: ['201'] });
    const { teamId } = inn;
    const [doubles, singles] = inn.unitTypes.map(({ id }) => id);
    if (!doubles || !singles) throw new Error('There are two unit types.');
    await buildBlock(world, { teamId, listingId: doubles, startDate: day(4), endDate: day(6), reason: 'b' });
    await buildBlock(world, { teamId, listingId: singles, startDate: day(0), endDate: day(2), reason: 'a' });
    await buildBlock(world);
    const found = async (query: Record<string, string>) => {
      const { body } = await inn.send('GET', `/blocks?${new URLSearchParams(query)}`);
      return body.data.map(({ reason }: { reason: string }) => reason).join('');
    };
    expect(await found({})).toBe('ab');
    expect(await found({ listing_id: inn.listing.id })).toBe('ab');
    expect(await found({ listing_id: doubles })).toBe('b');
    expect(await found({ listing_id: crypto.randomUUID() })).toBe('');
    expect(await found({ from: day(1) })).toBe('ab');
    expect(await found({ from: day(2) })).toBe('b');
    expect(await found({ to: day(4) })).toBe('ab');
    expect(await found({ to: day(3) })).toBe('a');
    expect(await found({ from: day(5), to: day(5) })).toBe('b');
    expect(await found({ from: day(6), to: day(0) })).toBe('');
    for (const query of ['from=x', 'to=2031-02-30', 'listing_id=1', 'page=x']) {
      expect((await inn.send('GET', `/blocks?${query}`)).status).toBe(422);
    }
  });
});

describe('refused blocks', () => {
  it('a block with invalid fields is refused with all of them, and nothing is written', async () => {
    const inn = await openInn(world);
    const other = await openInn(world);
    const valid = { listing_id: inn.listing.id, ...span };
    const before = await rowCounts(world);
    const cases: [body: object, fields: string[]][] = [
      [{}, ['listing_id', 'start_date', 'end_date']],
      [{ ...valid, end_date: day(0) }, ['end_date']],
      [{ ...valid, end_date: day(-1), reason: 1 }, ['reason', 'end_date']],
      [{ ...valid, listing_id: other.listing.id }, ['listing_id']],
      [{ ...valid, listing_id: crypto.randomUUID(), start_date: 5 }, ['start_date']],
      [{ ...valid, unit_id: at(other.units, 0).id }, ['unit_id']],
      [{ ...valid, unit_id: crypto.randomUUID() }, ['unit_id']],
      [{ ...valid, unit_id: at(other.units, 0).id, start_date: 5 }, ['start_date']],
      [{ ...valid, unit_id: at(inn.units, 0).id, start_date: 5 }, ['start_date']],
      [{ ...valid, unit_id: 'A', reason: 'a\0' }, ['unit_id', 'reason']],
      [{ ...valid, reason: 'x'.repeat(1_001) }, ['reason']],
      [{ ...valid, start_date: '1999-12-31', end_date: '2200-01-01' }, ['start_date', 'end_date']],
    ];
    for (const [body, fields] of cases) {
      const answer = await inn.send('POST', '/blocks', body);
      expect({ body, status: answer.status, fields: Object.keys(answer.body.errors).sort() }).toEqual({
        body,
        status: 422,
        fields: fields.sort(),
      });
    }
    expect(await rowCounts(world)).toEqual(before);
  });

  it('a listing without active units cannot be blocked, and another team’s block cannot be deleted', async () => {
    const inn = await openInn(world, { units: [] });
    const theirs = await buildBlock(world);
    expect((await inn.send('POST', '/blocks', { listing_id: inn.listing.id, ...span })).body.errors).toEqual({
      listing_id: ['The listing has no active unit.'],
    });
    for (const id of [theirs.id, crypto.randomUUID(), 'x']) {
      expect((await inn.send('DELETE', `/blocks/${id}`)).status).toBe(404);
    }
    await expectSound(world);
  });
});
