import { z } from 'zod';
import { toInstantText } from '../domain/formats.ts';
import {
  MAX_EVENT_DESCRIPTION_LENGTH,
  MAX_EVENT_LINK_LENGTH,
  MAX_EVENT_SUMMARY_LENGTH,
  MAX_EVENT_UID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REASON_LENGTH,
} from '../domain/limits.ts';
import { isWebAddress } from '../domain/text/web-address.ts';
import type { Block, NewBlocks } from '../services/blocks.ts';
import { buildCopyQuery, copySchema } from './copy.ts';
import { buildRangeCheck } from './fields/checks.ts';
import { dateEntry, dateField, instantEntry } from './fields/dates.ts';
import {
  idField,
  objectEntry,
  optionalCheckedText,
  optionalLongText,
  optionalText,
  requiredText,
  slugField,
} from './fields/fields.ts';
import {
  createdAtSchema,
  dateSchema,
  idOf,
  idSchema,
  nullableText,
  type PresentedEntry,
  updatedAtSchema,
} from './formats.ts';
import { changeParameters, pageParameters, pageSchema } from './page.ts';

const linkEntry = optionalCheckedText(
  (text) => text.startsWith('https://') && isWebAddress(text, MAX_EVENT_LINK_LENGTH),
  { error: `must be an address that begins with https://, of at most ${MAX_EVENT_LINK_LENGTH} characters` },
  { format: 'uri', maxLength: MAX_EVENT_LINK_LENGTH },
);

export const blockEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  listing: slugField.optional().describe('The slug of the listing, not of a building.'),
  unit: requiredText(MAX_NAME_LENGTH).optional().describe('The name of one of its units.'),
  start_date: dateEntry.optional().describe('The first night.'),
  end_date: dateEntry.optional().describe('The first night that is free again.'),
  reason: optionalLongText(MAX_REASON_LENGTH).describe('Notes for the team.'),
  source: optionalText(MAX_NAME_LENGTH).describe('The name of the calendar feed that it came from.'),
  uid: optionalText(MAX_EVENT_UID_LENGTH).describe('The event in that feed.'),
  event_start_date: dateEntry.nullish().describe('The first night of that event, which may be earlier.'),
  event_end_date: dateEntry.nullish().describe('The day after the last night of that event.'),
  summary: optionalText(MAX_EVENT_SUMMARY_LENGTH).describe('The title of that event.'),
  description: optionalLongText(MAX_EVENT_DESCRIPTION_LENGTH).describe('The description of that event.'),
  link: linkEntry.describe('The address of the web that the event names.'),
  created_at: instantEntry.nullish().describe('When it was created. Default: now.'),
  updated_at: instantEntry.nullish().describe('When it was last changed. Default: now, if it changes.'),
});

export type BlockEntry = z.infer<typeof blockEntry>;

/** The nights `[start_date, end_date)`. */
const blockSchema = z
  .object({
    id: idSchema,
    listing_id: idOf('the listing of the unit'),
    unit_id: idOf('the unit that nobody can book'),
    start_date: dateSchema.describe('The first night that cannot be booked.'),
    end_date: dateSchema.describe('The first night that can be booked again.'),
    reason: nullableText.describe(
      'Notes for the team. Null if it has given none. This, `summary`, `description` and `link` are null without the permission `guests:read`.',
    ),
    source: nullableText.describe(
      'The name of the calendar feed that it came from. Null if the team made it.',
    ),
    uid: nullableText.describe('The event in that feed. Null if the team made it.'),
    event_start_date: dateSchema
      .nullable()
      .describe('The first night of that event, which may be before the block. Null if the team made it.'),
    event_end_date: dateSchema
      .nullable()
      .describe('The day after the last night of that event. Null if the team made it.'),
    summary: nullableText.describe(
      'The title of that event, such as `Reserved`. Null if it has none, or its guest was erased.',
    ),
    description: nullableText.describe(
      'The beginning of the description of that event. Null if it has none, or its guest was erased.',
    ),
    link: nullableText.describe(
      'The first `https` address of that event, such as that of the stay on the channel. Null if it has none, or its guest was erased.',
    ),
    feed_id: idSchema
      .nullable()
      .describe('The calendar feed that it belongs to, which alone can end it. Null if there is none.'),
    created_at: createdAtSchema,
    updated_at: updatedAtSchema,
  })
  .meta({ id: 'Block', description: 'Nights of a unit that nobody can book.' });

/** What a calendar or the team says of a block may name a guest, so it needs the right to read guests. */
export const createBlockPresenter =
  (mayReadGuests: boolean) =>
  (block: Block): z.infer<typeof blockSchema> => ({
    id: block.id,
    listing_id: block.listingId,
    unit_id: block.unitId,
    start_date: block.startDate,
    end_date: block.endDate,
    reason: mayReadGuests ? block.reason : null,
    source: block.source,
    uid: block.uid,
    event_start_date: block.eventStartDate,
    event_end_date: block.eventEndDate,
    summary: mayReadGuests ? block.summary : null,
    description: mayReadGuests ? block.description : null,
    link: mayReadGuests ? block.link : null,
    feed_id: block.feedId,
    created_at: toInstantText(block.createdAt),
    updated_at: toInstantText(block.updatedAt),
  });

export const presentBlockEntry = (block: Block, names: { listing: string; unit: string }) =>
  ({
    id: block.id,
    listing: names.listing,
    unit: names.unit,
    start_date: block.startDate,
    end_date: block.endDate,
    reason: block.reason,
    ...(block.source === null ? {} : presentEvent(block)),
    created_at: toInstantText(block.createdAt),
    updated_at: toInstantText(block.updatedAt),
  }) satisfies PresentedEntry<Omit<BlockEntry, keyof ReturnType<typeof presentEvent>>>;

const presentEvent = ({ source, uid, eventStartDate, eventEndDate, summary, description, link }: Block) => ({
  source,
  uid,
  event_start_date: eventStartDate,
  event_end_date: eventEndDate,
  summary,
  description,
  link,
});

export const blocksAnswer = z.object({ data: z.array(blockSchema) });
export const blockListAnswer = z.union([pageSchema(blockSchema), copySchema(blockSchema)]);

export const blockQuery = buildCopyQuery('blocks', {
  ...pageParameters,
  listing_id: idField.optional().describe('Only blocks of this listing.'),
  from: dateField.optional().describe('Blocks that contain a night on or after this day.'),
  to: dateField.optional().describe('Blocks that contain a night on or before this day.'),
  ...changeParameters,
});

export const newBlocksBody = z
  .object({
    listing_id: idField.describe('The listing, or a building.'),
    unit_id: idField
      .nullish()
      .describe(
        'One unit. Without it, every active unit of the listing; for a building, those of its unit types.',
      ),
    start_date: dateField.describe('The first night that nobody can book.'),
    end_date: dateField.describe('The first night that can be booked again.'),
    reason: optionalLongText(MAX_REASON_LENGTH).describe('Notes for the team.'),
  })
  .check(buildRangeCheck('start_date', 'end_date'))
  .transform(
    (body): NewBlocks => ({
      listingId: body.listing_id,
      unitId: body.unit_id ?? null,
      span: { startDate: body.start_date, endDate: body.end_date },
      reason: body.reason ?? null,
    }),
  )
  .meta({
    id: 'NewBlock',
    description: 'Nights that nobody can book.',
    examples: [
      {
        listing_id: '2dffb0a9-4510-834b-afca-cde1273d64f7',
        start_date: '2027-05-03',
        end_date: '2027-05-06',
        reason: 'The roof is repaired.',
      },
    ],
  });
