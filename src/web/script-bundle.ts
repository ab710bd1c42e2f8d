/**
 * All modules of a page in one script, so that a browser loads one file instead of waiting for each import in
 * turn. `modulepreload` does not help: file names contain hashes, which the modules' own imports do not have. An
 * import map would be an inline script, which the pages' content security policy refuses, and the booking site's
 * 47 modules are 8 imports deep and take 40 percent more bytes than one script.
 */
import { basename, extname } from 'node:path';
import { buildStaticFile, type StaticFile, type StaticFiles } from '../plugins/static-files.ts';

const IMPORT = /^import \{([^}]*)\} from '\.\/([\w-]+\.js)';$/gm;
const EXPORT = /^export ((?:async )?function|const|class) (\w+)/gm;
/** With their lines: a quarter of what a browser would load. */
const COMMENTS = [/^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n/gm, /^ *\/\/.*\n/gm];

/** Of each script of a folder that no other one imports. */
export function buildScriptBundles(files: StaticFiles): StaticFiles {
  const imported = new Set(
    [...files.values()].flatMap(({ content }) =>
      [...content.toString().matchAll(IMPORT)].map(([, , from]) => from),
    ),
  );
  const entries = [...files.keys()].filter((name) => !imported.has(name));
  return new Map(entries.map((name) => [name, buildScriptBundle(files, name)]));
}

/**
 * Each module gets a function of its own. Modules may only use named imports, at the beginning of a line and
 * from a file of the same folder, and must not import each other in a circle. Comments are left out, so no line of
 * a text may begin like one.
 */
export function buildScriptBundle(files: StaticFiles, entry: string): StaticFile {
  const joined = new Map<string, string>();

  function add(name: string): string {
    const file = files.get(name);
    if (!file) throw new Error(`The pages have no file ${name}.`);
    const exported: string[] = [];
    const body = COMMENTS.reduce((text, comment) => text.replaceAll(comment, ''), file.content.toString())
      .replaceAll(IMPORT, (_all, names: string, from: string) => {
        if (!joined.has(from)) joined.set(from, toFunctionText(from, add(from)));
        return `const {${names}} = ${toVariableName(from)};`;
      })
      .replaceAll(EXPORT, (_all, kind: string, exportedName: string) => {
        exported.push(exportedName);
        return `${kind} ${exportedName}`;
      });
    if (/^(?:import|export)\b/m.test(body))
      throw new Error(`${name} has an import or export that cannot be joined.`);
    return exported.length === 0 ? body : `${body}return { ${exported.join(', ')} };\n`;
  }

  const last = add(entry);
  return buildStaticFile(entry, Buffer.from([...joined.values(), last].join('\n')));
}

const toVariableName = (name: string): string => `$${basename(name, extname(name)).replaceAll('-', '_')}`;

const toFunctionText = (name: string, body: string): string =>
  `// ${name}\nconst ${toVariableName(name)} = (() => {\n${body}})();\n`;
