import { LANGUAGES, type LanguageCode } from '../../../domain/languages/languages.ts';
import { buildStaticFile, type StaticFile, type StaticFiles } from '../../../plugins/static-files.ts';
import { buildScriptBundle } from '../../../web/script-bundle.ts';
import { listSiteSentences } from '../domain/site-sentences.ts';

const SCRIPT = 'booking-site.js';
/** The module of a copy that loads one language. */
const LOADER = 'language-file.js';

/** English has the name that the script has in the folder. */
export const nameSiteScript = (language: LanguageCode): string =>
  language === 'en' ? SCRIPT : `booking-site-${language}.js`;

/**
 * The site's script with the sentences of one language in it, so that a browser loads one file and no other
 * language. Each is made when it is first needed.
 */
export function createSiteScripts(modules: StaticFiles) {
  const scripts = new Map<LanguageCode, StaticFile>();
  const languagesByName = new Map(LANGUAGES.map((language) => [nameSiteScript(language), language]));
  return {
    /** Of everything that is in them. */
    hashes: [
      ...[...modules.values()].map(({ hash }) => hash),
      ...LANGUAGES.map((language) => buildLoader(language).hash),
    ],
    find(name: string): StaticFile | undefined {
      const language = languagesByName.get(name);
      return (
        language &&
        scripts.getOrInsertComputed(language, () =>
          buildScriptBundle(new Map([...modules, [LOADER, buildLoader(language)]]), SCRIPT),
        )
      );
    },
  };
}

const buildLoader = (language: LanguageCode): StaticFile =>
  buildStaticFile(
    LOADER,
    Buffer.from(
      `const sentences = ${JSON.stringify(listSiteSentences(language))};\nexport const loadSentences = async () => sentences;\n`,
    ),
  );
