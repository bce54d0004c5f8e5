// Which test files use a database of the test server, directly or through what they import. The others run without one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DATABASE = join('tests', 'support', 'fresh-database.ts');

/** Paths relative to the repository, which is the current folder. */
export function sortTestFiles() {
  const sources = readdirSync('tests', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const imports = new Map(sources.map((source) => [source, importsOf(source)]));
  const using = new Set([DATABASE]);
  for (let before = 0; before < using.size; ) {
    before = using.size;
    for (const [source, targets] of imports) {
      if (targets.some((target) => using.has(target))) using.add(source);
    }
  }
  // Campaigns run by their names only: npm run campaign.
  /** @param {string} source */
  const isOfThisRun = (source) =>
    process.env['CAMPAIGN_COUNT'] !== undefined || !source.startsWith(join('tests', 'campaign'));
  const tests = sources.filter((source) => source.endsWith('.test.ts') && isOfThisRun(source));
  return {
    withDatabase: tests.filter((test) => using.has(test)),
    withoutDatabase: tests.filter((test) => !using.has(test)),
  };
}

/** @param {string} source */
function importsOf(source) {
  const specifiers = readFileSync(source, 'utf8').matchAll(/(?:from|import) '(\.[^']+)\.js'/g);
  return [...specifiers].map(([, specifier]) => `${join(source, '..', specifier)}.ts`);
}
