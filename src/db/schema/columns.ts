import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  customType,
  date,
  foreignKey,
  jsonb,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CustomFields } from '../../domain/custom-fields.ts';
import type { DaySpan } from '../../domain/dates/day-spans.ts';
import type { NightSpan } from '../../domain/inventory/inventory.ts';
import { LANGUAGES } from '../../domain/languages/languages.ts';
import type { Translations } from '../../domain/translations.ts';

/**
 * The columns set the collation themselves, so that every database compares and sorts by code point
 * (docs/rules.md, 2.10).
 */
export const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Holds one word of a fixed list, such as a status. */
export const word = <Word extends string>(name: string, _words: readonly Word[]) => text(name).$type<Word>();

/** The id in another system. */
export const externalReference = () => text('external_reference');

export const customFields = () => jsonb('custom_fields').$type<CustomFields>();

/** In the languages other than the team's first. Null if there are none. */
export const translations = <Name extends string>() => jsonb('translations').$type<Translations<Name>>();

export const language = () => word('language', LANGUAGES);

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Money in the currency's minor unit. Throws for an amount that JavaScript cannot represent exactly. */
export const cents = customType<{ data: number; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => {
    const amount = Number(value);
    if (!Number.isSafeInteger(amount))
      throw new RangeError('An amount in the database is not a safe integer.');
    return amount;
  },
});

/** A moment to the second. Cut it to the second before writing, because PostgreSQL would round it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 0, mode: 'date' });

/** `YYYY-MM-DD`, read and written as text so that no time zone can move it. */
export const stayDate = (name: string) => date(name, { mode: 'string' });

export const nightSpans = customType<{ data: NightSpan[]; driverData: string }>({
  dataType: () => 'datemultirange',
  toDriver: (spans) => `{${spans.map(({ startDate, endDate }) => `[${startDate},${endDate})`).join(',')}}`,
  fromDriver: (text) =>
    [...text.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, startDate = '', endDate = '']) => ({
      startDate,
      endDate,
    })),
});

/** The last span may be open. */
export const daySpans = customType<{ data: DaySpan[]; driverData: string }>({
  dataType: () => 'datemultirange',
  toDriver: (spans) => `{${spans.map(({ from, to }) => `[${from},${to ?? ''})`).join(',')}}`,
  fromDriver: (text) =>
    [...text.matchAll(/\[([\d-]+),([\d-]*)\)/g)].map(([, from = '', to]) => ({ from, to: to || null })),
});

export const teamId = () => bigint('team_id', { mode: 'number' }).notNull();

export const id = () => uuid('id').notNull();

export const times = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Which process works on a row, and until when, by the database's clock. */
export const lease = () => ({ lease: uuid('lease'), leasedUntil: instant('leased_until') });

export const isOneOfWords = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`);

type TableOfTeam = { teamId: AnyPgColumn };
export const teamForeignKey = (
  name: string,
  { teamId }: TableOfTeam,
  column: AnyPgColumn,
  target: TableOfTeam & { id: AnyPgColumn },
) => foreignKey({ name, columns: [teamId, column], foreignColumns: [target.teamId, target.id] });
