// Makes src/api.d.ts, or the file named as argument, from openapi.json, and notes which document it was made from.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypeScript, { astToString } from 'openapi-typescript';

const text = await readFile(new URL('openapi.json', import.meta.url), 'utf8');
const hash = createHash('sha256').update(text).digest('hex');
// A field with a default may be left out of a request.
const types = astToString(await openapiTypeScript(text, { defaultNonNullable: false }));
const header = `// Made from openapi.json by "npm run generate": do not edit.\n// SHA-256 of openapi.json: ${hash}\n\n`;
await writeFile(process.argv[2] ?? new URL('src/api.d.ts', import.meta.url), header + types);
