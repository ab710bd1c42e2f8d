import { type ZodType, z } from 'zod';
import { MAX_PAGE, MAX_PER_PAGE } from '../domain/limits.ts';
import { DEFAULT_PER_PAGE } from '../domain/page.ts';
import { instantParameter } from './fields/dates.ts';
import { integerParameter } from './parameters.ts';

export const perPageParameter = (max: number) =>
  integerParameter({ min: 1, max }).default(DEFAULT_PER_PAGE).describe('Entries per page.');

export const pageParameters = {
  page: integerParameter({ min: 1, max: MAX_PAGE }).default(1).describe('The page number, from 1.'),
  per_page: perPageParameter(MAX_PER_PAGE),
};

/** For a list that another system reads again and again to keep a copy up to date. */
export const changeParameters = {
  updated_since: instantParameter
    .optional()
    .describe(
      'Changed at this moment or later, or up to 15 seconds before, so it may return again what you have. It is no way to keep a copy: use `changed_after`.',
    ),
  sort: z.enum(['updated_at']).optional().describe('By the last change, oldest first, then by id.'),
};

export const toChangeFilter = ({
  updated_since: updatedSince,
  sort,
}: {
  updated_since?: Date | undefined;
  sort?: 'updated_at' | undefined;
}) => ({ updatedSince, sort });

export const pageQuery = z.object(pageParameters);

const pageLinkSchema = z.object({
  url: z.string().nullable().describe('Null if the page does not exist, and for the gap `...`.'),
  label: z.string().describe('`Previous`, a page’s number, `...` or `Next`.'),
  active: z.boolean().describe('Whether it is the page of this answer.'),
});

const pageLinksSchema = z
  .object({
    first: z.string().describe('The first page.'),
    prev: z.string().nullable().describe('The page before. Null on the first page.'),
    next: z.string().nullable().describe('The page after. Null on the last page.'),
    last: z.string().describe('The last page. It is the first one if there is nothing.'),
  })
  .meta({ id: 'PageLinks', description: 'Absolute addresses that keep the request’s other parameters.' });

export const pageMetaSchema = z
  .object({
    current_page: z.int().describe('The `page` of the request.'),
    from: z
      .int()
      .nullable()
      .describe('The number of the first on this page, from 1; null if the page is empty.'),
    last_page: z.int().describe('The number of pages, at least 1.'),
    links: z.array(pageLinkSchema).describe('The page numbers for a navigation bar.'),
    path: z.string().describe('The address of the list, without parameters.'),
    per_page: z.int().describe('The maximum number of entries on a page.'),
    to: z.int().nullable().describe('The number of the last on this page; null if the page is empty.'),
    total: z.int().describe('The number of entries on all pages.'),
  })
  .meta({ id: 'PageMeta', description: 'Which page this is, and how many there are.' });

export const pageSchema = <Item extends ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    links: pageLinksSchema,
    meta: pageMetaSchema,
  });
