import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '@cinnabar/api/registry.js';
import { contentsIn } from './contents.js';
import { guideSources } from './guides.js';

const ENTRY = join('src', 'docs', 'made-content.ts');
const PART = 'virtual:docs-content/';
const languages = ['zh', 'en'];

/**
 * The contents of the documentation as modules: in the place of `src/docs/made-content.ts` the directory, which the page
 * needs at once, and one module for each part, which it fetches when it shows it.
 *
 * @param root folder of the repository
 */
export function docsContent(root) {
  let byLanguage = null;
  const contents = () => {
    byLanguage ??= Object.fromEntries(languages.map((each) => [each, contentsIn(each, sourcesIn(root))]));
    return byLanguage;
  };
  return {
    name: 'docs-content',
    buildStart() {
      // A build that watches begins again when a guide changes.
      byLanguage = null;
      for (const { files } of guideSources) {
        for (const file of Object.values(files)) this.addWatchFile(join(root, file));
      }
    },
    resolveId: (id) => (id.startsWith(PART) ? `\0${id}` : null),
    load(id) {
      if (id.endsWith(ENTRY)) return entryModule(contents());
      if (!id.startsWith(`\0${PART}`)) return null;
      return `export default ${json(partOf(contents(), id.slice(`\0${PART}`.length)))};`;
    },
  };
}

function sourcesIn(root) {
  const calls = JSON.parse(readFileSync(join(root, 'packages/api/recorded-calls.json'), 'utf8'));
  const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);
  return { registry, calls, read };
}

/** `zh/areas/flows` … */
function partOf(contents, part) {
  const [language, kind, name] = part.split('/');
  const found = contents[language][kind];
  return name === undefined ? found : found.get(name);
}

function entryModule(contents) {
  const directories = Object.entries(contents).map(([language, { directory }]) => [language, directory]);
  const parts = languages.map((language) => {
    const { areas, guides } = contents[language];
    const several = (kind, names) =>
      `${kind}: {${[...names].map((name) => `${json(name)}: ${loader(`${language}/${kind}/${name}`)}`)}}`;
    const single = ['codes', 'events', 'search'].map((kind) => `${kind}: ${loader(`${language}/${kind}`)}`);
    return `${language}: {${[several('areas', areas.keys()), several('guides', guides.keys()), ...single]}}`;
  });
  return `export const directories = ${json(Object.fromEntries(directories))};\nexport const parts = {${parts}};`;
}

const loader = (part) => `() => import(${json(PART + part)})`;

/** As an expression that engines read faster than literals of this size. */
function json(value) {
  const text = JSON.stringify(value);
  return text.length < 1000 ? text : `JSON.parse(${JSON.stringify(text)})`;
}
