import { buildStaticFile } from '../../../plugins/static-files.ts';
import { type PageFiles, readPageFiles } from '../../../web/assets.ts';
import { buildLineRules } from './calendar/lines.ts';
import { DRAWINGS } from './places/drawings.ts';

const { styles, files } = readPageFiles(new URL('./', import.meta.url));
const TRACK_LINES = '9-track-lines.css';

export const deskFiles: PageFiles = {
  styles: new Map([...styles, [TRACK_LINES, buildStaticFile(TRACK_LINES, Buffer.from(buildLineRules()))]]),
  files: new Map([...files, ...DRAWINGS]),
};
