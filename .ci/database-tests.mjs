// Prints the test files that use a database of the test server, directly or through what they import. Those in a
// browser are left out: what pages show does not depend on which server answers the same queries.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DATABASE = join('tests', 'support', 'fresh-database.ts');

const files = readdirSync('tests', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

const imports = new Map(
  files.map((file) => {
    const specifiers = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.js'/g);
    return [file, [...specifiers].map(([, specifier]) => `${join(file, '..', specifier)}.ts`)];
  }),
);

const using = new Set([DATABASE]);
for (let before = 0; before < using.size; ) {
  before = using.size;
  for (const [file, targets] of imports) {
    if (targets.some((target) => using.has(target))) using.add(file);
  }
}

const inBrowser = join('tests', 'browser');
console.log([...using].filter((file) => file.endsWith('.test.ts') && !file.startsWith(inBrowser)).join('\n'));
