// npm run new:operation -- <area>/<name>, for example seals/sealNote or flows/view/contractNote: an operation of the
// interface with its handler, its rule and its tests, which compiles and passes at once.
//
// --path /seal/note  the address; by default the first segment of the area's other operations, and the name
// --no-build         leaves out docs/api, which is generated from the compiled declarations
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lockBuild } from './build-lock.mjs';
import { Edits, kebab, run, withImport, withLineAfter, withListEntry } from './scaffold/edit.mjs';
import {
  declaration,
  handler,
  recordedCall,
  rule,
  ruleTest,
  specifiedRow,
  table,
} from './scaffold/operation-texts.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const AREAS = 'packages/server/src/areas';
const DECLARATIONS = 'packages/api/src/operations';
const TABLES = 'tests/conformance/tables';
const SPECIFICATIONS = 'tests/conformance/specification';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { path: { type: 'string' }, 'no-build': { type: 'boolean', default: false } },
});

function fail(message) {
  console.error(`new:operation: ${message}`);
  process.exit(1);
}

/** Area, room and name of the new operation. */
function readPlace([given, ...more]) {
  if (given === undefined || more.length > 0) fail('give <area>/<name>, such as seals/sealNote');
  const parts = given.split('/');
  const name = parts.pop() ?? '';
  const [area, room, ...deeper] = parts;
  const areas = readdirSync(AREAS).filter((each) => existsSync(join(AREAS, each, 'handlers.ts')));
  if (!areas.includes(area)) fail(`there is no area ${area}; the areas with operations: ${areas.join(', ')}`);
  const rooms = new Set([...handlersOf(area)].map(([, file]) => dirname(file)));
  if (deeper.length > 0 || !rooms.has(room ?? '.')) {
    fail(
      `${area} has its operations in: ${[...rooms].map((each) => (each === '.' ? area : `${area}/${each}`)).join(', ')}`,
    );
  }
  if (!/^[a-z][a-zA-Z0-9]+$/.test(name))
    fail(`${name} is no name: letters and digits, the first a small letter`);
  return { area, room: room ?? null, name };
}

/** Names and files of an area's handlers. */
function handlersOf(area) {
  const lines = new Edits()
    .read(join(AREAS, area, 'handlers.ts'))
    .matchAll(/^export \{ (\w+) \} from '\.\/(.+)\.js';$/gm);
  return [...lines].map(([, name, file]) => [name, file]);
}

const sourcesIn = (folder) =>
  readdirSync(folder)
    .filter((each) => each.endsWith('.ts'))
    .map((each) => join(folder, each));

/** The paths of the operations in a text, in order of declaration. */
const pathsIn = (text) => [...text.matchAll(/\bpath: '(\/[^']+)'/g)].map(([, path]) => path);

const most = (entries, count) => entries.toSorted((one, other) => count(other) - count(one))[0];

const edits = new Edits();
const place = readPlace(positionals);
const { area, room, name } = place;

// The file that declares most of the operations beside the new one.
const beside = handlersOf(area).filter(([, file]) => dirname(file) === (room ?? '.'));
const declares = (text, each) => new RegExp(String.raw`^export const ${each} = operation\(`, 'm').test(text);
const file = most(sourcesIn(DECLARATIONS), (each) => {
  const text = edits.read(each);
  return beside.filter(([other]) => declares(text, other)).length;
});
if (sourcesIn(DECLARATIONS).some((each) => declares(edits.read(each), name)))
  fail(`${name} is declared already`);

const declared = edits.read(file);
const others = pathsIn(declared);
const previous = others.at(-1);
const areaName = /\barea: '(\w+)'/.exec(declared)?.[1];
const [, segment] = previous.split('/');
const operation = {
  name,
  area: areaName,
  path: options.path ?? `/${segment}/${name}`,
  module: file.slice(DECLARATIONS.length + 1).replace(/\.ts$/, '.js'),
  ruleFile: room === null ? `${kebab(name)}-rules` : `rules/${kebab(name)}`,
  folder: room === null ? area : `${area}/${room}`,
};
if (!operation.path.startsWith('/')) fail('--path begins with /');
const folder = join(AREAS, operation.folder);

edits.change(file, (text) => {
  const withImports = withImport(
    withImport(text, '../schema.js', 'object', 'text'),
    '../operation.js',
    'data',
    'operation',
  );
  return `${withImports}${declaration(operation)}`;
});
edits.make(join(folder, `${kebab(name)}.ts`), handler(operation));
edits.make(join(folder, `${operation.ruleFile}.ts`), rule(operation));
edits.change(join(AREAS, area, 'handlers.ts'), (text) => {
  const from = room === null ? kebab(name) : `${room}/${kebab(name)}`;
  return `${text}export { ${name} } from './${from}.js';\n`;
});
edits.make(`tests/rules/${kebab(name)}.test.ts`, ruleTest(operation));

// The tables and the specification that have most of the operations in the same file of declarations.
const shared = (each) => others.filter((path) => edits.read(each).includes(`'${path}'`)).length;
const tables = most(sourcesIn(TABLES), shared);
edits.change(tables, (text) => {
  const list = /^export const (\w+): readonly TableMaker\[\]/m.exec(text);
  const withTable = `${text.slice(0, list.index)}${table(operation)}\n${text.slice(list.index)}`;
  return withListEntry(
    withImport(withTable, '../support/rows.js', 'characters', 'wrongValues'),
    list[1],
    name,
  );
});
const specification = most(sourcesIn(SPECIFICATIONS), shared);
edits.change(specification, (text) => {
  const list = /^export const (\w+): readonly SpecifiedOperation\[\]/m.exec(text)[1];
  return withListEntry(text, list, specifiedRow(operation));
});
for (const [guide, caller] of [
  ['docs/integration.md', 'member'],
  ['docs/zh-CN/integration.md', '成员'],
]) {
  const row = `| \`${operation.path}\` | ${caller} |  |  | 200 |  |`;
  edits.change(guide, (text) => withLineAfter(text, `| \`${previous}\` |`, row));
}
edits.change('packages/api/recorded-calls.json', (text) => {
  const calls = Object.entries(JSON.parse(text));
  const index = calls.findIndex(([path]) => path === previous) + 1;
  return JSON.stringify(Object.fromEntries(calls.toSpliced(index, 0, [operation.path, recordedCall])));
});
edits.write();

if (!options['no-build']) {
  const release = await lockBuild();
  run('node_modules/typescript/bin/tsc', '--build', 'packages/api');
  release();
  run('scripts/generate-api-docs.mjs');
  console.log('changed  docs/api');
}
console.log(`
Next:
1. ${file}: caller, right, fields, codes and title of ${name}.
2. ${join(folder, operation.ruleFile)}.ts decides; tests/rules/${kebab(name)}.test.ts says what, row by row.
3. ${join(folder, kebab(name))}.ts reads, decides and answers; an operation that writes declares \`writes: true\` and does
   so in ctx.act.
4. The rows in ${tables} and ${specification} say the same from outside.
5. npm run build && npm run docs:api -- --record, which also records an example of request and answer.
6. npm test -- tests/rules/${kebab(name)}.test.ts, then npm test -- tests/conformance tests/docs
CONTRIBUTING.md explains each of them.`);
