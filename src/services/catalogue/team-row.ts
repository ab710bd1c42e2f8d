import type { InvoiceCounters } from '../../db/queries/teams/invoice-counters.ts';
import type { TeamRecord } from '../../db/queries/teams/teams.ts';
import { DEFAULT_ARRIVAL_DAYS_BEFORE } from '../../domain/arrival.ts';
import { type CancellationPolicyChange, mergeCancellationPolicy } from '../../domain/cancellation.ts';
import { type ContactChange, mergeContact } from '../../domain/contact.ts';
import { type InvoiceDetailsChange, mergeInvoiceDetails } from '../../domain/folio/invoice-details.ts';
import { DEFAULT_INFANT_AGE } from '../../domain/party.ts';
import {
  DEFAULT_LANGUAGES,
  mergeTranslationsOf,
  type TeamText,
  type TranslationsChange,
} from '../../domain/translations.ts';
import { type Defaults, type EntryColumns, mergeEntry, type RequiredColumns } from './rows.ts';
import { listTextsOfTeam } from './translations.ts';

/** The next numbers of invoices are in a table of their own. */
export type TeamSettings = TeamRecord & InvoiceCounters;

/** Set by uploads and files, and not by fields. */
export const TEAM_PICTURE_COLUMNS = {
  logo: ['logoUrl', 'iconUrl', 'touchIconUrl'],
  cover: ['coverUrl', 'coverMediumUrl', 'coverThumbnailUrl'],
} as const satisfies Record<string, readonly (keyof TeamRecord)[]>;
export type TeamPictureKind = keyof typeof TEAM_PICTURE_COLUMNS;
type TeamPictureColumn = (typeof TEAM_PICTURE_COLUMNS)[TeamPictureKind][number];
export type TeamPictures = Pick<TeamSettings, TeamPictureColumn>;

export type TeamColumns = EntryColumns<
  Omit<
    TeamSettings,
    | 'id'
    | 'requireSecondFactor'
    | 'contact'
    | 'invoiceDetails'
    | 'cancellationPolicy'
    | 'translations'
    | TeamPictureColumn
  >
> & {
  /** No file has it. */
  requireSecondFactor?: boolean | null | undefined;
  contact: ContactChange | null | undefined;
  invoiceDetails: InvoiceDetailsChange | null | undefined;
  cancellationPolicy: CancellationPolicyChange | null | undefined;
  translations: TranslationsChange<TeamText>;
};

const DEFAULTS: Defaults<TeamSettings, keyof typeof REQUIRED_OF_TEAM | FilledColumn> = {
  enforceTokenScope: false,
  requireSecondFactor: false,
  depositPpm: 0,
  balanceDueDays: 0,
  siteBookings: 'off',
  siteHoldMinutes: 1_440,
  siteMaxNights: 30,
  infantAge: DEFAULT_INFANT_AGE,
  calendarsShowRequests: false,
  reseating: 'off',
  unitFixedDays: 2,
  siteCancellation: 'off',
  arrivalDaysBefore: DEFAULT_ARRIVAL_DAYS_BEFORE,
  invoiceNumbering: 'booking',
  invoiceNextNumber: 1,
  creditNoteNextNumber: 1,
  languages: DEFAULT_LANGUAGES,
};

export const REQUIRED_OF_TEAM = {
  name: ['name'],
  currency: ['currency'],
  timezone: ['timezone'],
} as const satisfies RequiredColumns<TeamSettings>;

const KEPT_PICTURES: EntryColumns<TeamPictures> = {
  logoUrl: undefined,
  iconUrl: undefined,
  touchIconUrl: undefined,
  coverUrl: undefined,
  coverMediumUrl: undefined,
  coverThumbnailUrl: undefined,
};

type FilledColumn = 'id' | 'slug' | 'createdAt' | 'updatedAt';

/** The database assigns the id of a new team. */
export function buildTeamRow(
  stored: TeamSettings | undefined,
  columns: TeamColumns,
  now: Date,
): TeamSettings {
  const defaults = { ...DEFAULTS, id: 0, createdAt: now, updatedAt: now };
  const contact = columns.contact && mergeContact(stored?.contact ?? null, columns.contact);
  const invoiceDetails =
    columns.invoiceDetails && mergeInvoiceDetails(stored?.invoiceDetails ?? null, columns.invoiceDetails);
  const cancellationPolicy =
    columns.cancellationPolicy &&
    mergeCancellationPolicy(stored?.cancellationPolicy ?? null, columns.cancellationPolicy);
  const team = mergeEntry<TeamSettings>(defaults, stored, {
    ...columns,
    ...KEPT_PICTURES,
    requireSecondFactor: columns.requireSecondFactor,
    contact,
    invoiceDetails,
    cancellationPolicy,
    translations: undefined,
    id: undefined,
  });
  const translations = mergeTranslationsOf(
    listTextsOfTeam(team),
    stored?.translations ?? null,
    columns.translations,
  );
  return { ...team, translations };
}
