import type { Photo } from '../../../../services/catalogue/single-photo.ts';
import { defineForm, longText } from '../../../../web/form-table.ts';

export const PHOTO = defineForm({ caption: longText('Caption') });

export const computeCaptionVersion = ({ caption }: Photo): string => PHOTO.computeVersion({ caption });
