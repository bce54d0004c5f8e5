// npm run new:page -- <name>, for example noticeboard: a page at /noticeboard with its reducer, its texts in both languages
// and its test, which compiles and passes at once.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Edits, pascal } from './scaffold/edit.mjs';
import { component, desk, deskTest, texts } from './scaffold/page-texts.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const ADDRESSES = 'packages/api/src/pages/addresses.ts';
const PAGES = 'packages/web/src/app/pages.tsx';

function fail(message) {
  console.error(`new:page: ${message}`);
  process.exit(1);
}

const [name, ...more] = process.argv.slice(2);
// The server finds the scripts of a page by the first segment of its path, which is the name of its folder.
if (name === undefined || more.length > 0 || !/^[a-z]+$/.test(name))
  fail('give a name of small letters, such as noticeboard');
const folder = `packages/web/src/${name}`;
if (existsSync(folder)) fail(`${folder} exists`);

const edits = new Edits();
const page = { name };
if (edits.read(ADDRESSES).includes(`'/${name}`)) fail(`there is a page at /${name}`);

const withEntry = (text, object, entry) => {
  const start = text.indexOf(object);
  const end = text.indexOf('\n}', start);
  return start === -1 ? text : `${text.slice(0, end)}\n  ${entry}${text.slice(end)}`;
};
edits.change(ADDRESSES, (text) =>
  withEntry(text, 'export const pages = {', `${name}: { path: '/${name}', state: {} },`),
);
edits.change(PAGES, (text) =>
  withEntry(text, 'export const componentOf', `${name}: page(() => import('../${name}/${name}-page.js')),`),
);
edits.make(`${folder}/${name}-page.tsx`, component(page));
edits.make(`${folder}/${name}-desk.ts`, desk(page));
edits.make(`${folder}/${name}-texts.ts`, texts(page));
edits.make(`tests/rules/pages/${name}.test.ts`, deskTest(page));
edits.change('packages/web/README.md', (text) => {
  const table = text.indexOf('| folder | |');
  const end = text.indexOf('\n\n', table);
  return table === -1 ? text : `${text.slice(0, end)}\n| \`${name}\` | ${pascal(name)} |${text.slice(end)}`;
});
edits.write();

console.log(`
Next:
1. ${ADDRESSES}: the parameters in its path, and the state that it keeps in its query.
2. ${folder}/${name}-desk.ts decides what happens on an event; tests/rules/pages/${name}.test.ts says what.
3. ${folder}/${name}-page.tsx shows it; its texts are in ${name}-texts.ts, in both languages.
4. What it loads and sends are operations in packages/api/src/pages, called through src/api/call.ts or useLink().
5. npm test -- tests/rules/pages/${name}.test.ts; npm run dev shows the page at http://127.0.0.1:3000/${name}
CONTRIBUTING.md explains each of them.`);
