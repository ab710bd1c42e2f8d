/** The only file of this option that names the options whose lists are in the team file, too. */
import { mailPart } from '../mail/file/messages.ts';
import type { TeamFilePart } from './file/part.ts';

export const LISTS_OF_PARTS = { ...mailPart.lists };

export type Part = Omit<TeamFilePart<typeof LISTS_OF_PARTS>, 'lists'>;

export const PARTS: readonly Part[] = [mailPart];
