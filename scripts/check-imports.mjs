// Checks the directions of imports, and that none are circular (rule 2 of ARCHITECTURE.md), in the sources of all
// packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { circlesOf } from './import-circles.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The packages that each package may import. */
const PACKAGES = {
  api: [],
  pki: [],
  fonts: [],
  pdf: ['pki'],
  sdk: [],
  web: ['api', 'sdk'],
  server: ['api', 'fonts', 'pdf', 'pki'],
  cli: ['api', 'fonts', 'pdf', 'pki', 'server'],
};

/** Packages usable without the service: index.ts exports their public interface. */
const LIBRARIES = ['pki', 'pdf'];
const publicModulesOf = new Map();

/** The composition root, which may import everything. */
const COMPOSITION = /^composition\//;

/** Parts below the areas, with the parts of the server that each may import. */
const FOUNDATIONS = {
  database: ['database/', 'clock.ts'],
  // The names of adapters and of their settings are settings.
  settings: ['settings/', 'custody/', 'outbound/', 'composition/adapters.ts'],
  custody: ['custody/', 'database/', 'settings/invalid-setting.ts', 'clock.ts'],
  authority: ['authority/', 'custody/', 'database/', 'clock.ts'],
  storage: ['storage/', 'custody/', 'database/', 'settings/invalid-setting.ts', 'clock.ts'],
  jobs: ['jobs/', 'database/', 'clock.ts'],
  outbound: ['outbound/'],
  conversion: ['conversion/', 'providers/'],
  zip: ['zip/'],
  'unused-files': ['unused-files/', 'storage/', 'database/', 'clock.ts'],
  backup: [
    ...['backup/', 'unused-files/', 'storage/', 'custody/', 'database/', 'jobs/worker-schema.ts'],
    'clock.ts',
  ],
  workbook: ['workbook/', 'zip/'],
  operation: [
    ...['operation/', 'providers/', 'conversion/', 'authority/', 'storage/', 'custody/'],
    ...['settings/', 'database/', 'clock.ts'],
  ],
};

/** The rooms of areas/flows in layers, the lowest first. A room may only import rooms of lower layers. */
const ROOM_LAYERS = [
  ['flow'],
  ['approval'],
  ['commit', 'view'],
  ['lists', 'links', 'verify'],
  ['fill'],
  ['start', 'sign', 'change', 'end', 'archive'],
  ['approve', 'batch', 'evidence', 'preview'],
  ['notices', 'copies'],
];

/** The rooms whose store others may import: those of the records that all rooms work on. */
const RECORD_ROOMS = ['flow', 'approval'];

// token-process hands the environment on to a vendor's library, which finds its configuration by variables of its own.
const ENVIRONMENT_READERS =
  /^packages\/(server\/src\/(settings\/read-config|composition\/main|custody\/pkcs11\/token-process)|cli\/src\/main)\.ts$/;

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?(?:\bfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

function sources(folder) {
  // A package may consist of a README only.
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(text) {
  return [...text.matchAll(IMPORT)].map((match) => ({
    specifier: match[1] ?? match[2],
    line: text.slice(0, match.index + match[0].length).split('\n').length,
  }));
}

function checkPackage(name, specifier) {
  const other = /^@cinnabar\/([^/]+)/.exec(specifier)?.[1];
  if (other === undefined || other === name) return undefined;
  if (!PACKAGES[name]?.includes(other)) return `package ${name} must not import package ${other}`;
  const module = specifier.slice(`@cinnabar/${other}/`.length);
  if (module === '' || !LIBRARIES.includes(other) || publicModules(other).has(module)) return undefined;
  return `packages/${other}/src/index.ts does not export it`;
}

/**
 * The modules that a library's index.ts exports from. Other packages may import one of them instead of the whole
 * package, so that a process loads no more than it needs; all other modules of a library are internal.
 */
function publicModules(name) {
  const known = publicModulesOf.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(join(root, 'packages', name, 'src/index.ts'), 'utf8');
  const modules = new Set(importsOf(text).map(({ specifier }) => specifier.replace('./', '')));
  publicModulesOf.set(name, modules);
  return modules;
}

const FLOWS_ROOM = /^areas\/flows\/([^/]+)\//;

/**
 * @param from name of a room of areas/flows
 * @param to path of a file of areas/flows
 */
function checkRoom(from, to) {
  const room = FLOWS_ROOM.exec(to)?.[1];
  if (room === from) return undefined;
  if (room === undefined) return 'a room does not know the files that collect the rooms';
  const layerOf = (name) => ROOM_LAYERS.findIndex((layer) => layer.includes(name));
  if (layerOf(from) === -1) return `the room ${from} is in no layer`;
  if (layerOf(room) >= layerOf(from)) return `the room ${room} is not below the room ${from}`;
  if (to.startsWith(`areas/flows/${room}/store/`) && !RECORD_ROOMS.includes(room))
    return `only the room ${room} uses its store`;
  return undefined;
}

/** @param from,to paths below packages/server/src */
function checkServer(from, to) {
  if (COMPOSITION.test(from)) return undefined;
  const part = from.split('/')[0];
  const allowed = FOUNDATIONS[part];
  if (
    allowed !== undefined &&
    !allowed.some((place) => to === place || (place.endsWith('/') && to.startsWith(place)))
  ) {
    return `${part} may only import ${allowed.join(', ')}`;
  }
  if (COMPOSITION.test(to) && part !== 'settings')
    return `only composition imports ${to}: what is constructed is handed in`;
  if (to.startsWith('sandbox/') && part !== 'sandbox') return 'only the composition root knows the sandbox';
  if (/^providers\/[^/]+\/(?!port\.ts$)/.test(to) && part !== 'providers' && part !== 'sandbox')
    return 'only the composition root knows adapters';
  const area = /^areas\/([^/]+)\//.exec(to)?.[1];
  if (area !== undefined && !from.startsWith(`areas/${area}/`) && to !== `areas/${area}/index.ts`) {
    return `the area ${area} is used through areas/${area}/index.ts only`;
  }
  const room = FLOWS_ROOM.exec(from)?.[1];
  if (room !== undefined && to.startsWith('areas/flows/')) return checkRoom(room, to);
  if (part === 'areas' && /^(http|pages)\//.test(to)) return 'an area does not know how it is reached';
  if (part === 'providers' && /^(areas|http|pages)\//.test(to))
    return 'a port or adapter knows nothing above it';
  return undefined;
}

/** The folders that each folder of the pages may import besides itself; a folder that is not listed is a page. */
const WEB_FOLDERS = {
  api: ['api', 'shared'],
  shared: ['shared', 'api'],
  early: ['early', 'shared', 'api'],
  // One engine draws and arranges controls on the pages of drafts and of templates.
  canvas: ['canvas', 'shared', 'api'],
  place: ['place', 'canvas', 'shared', 'api'],
  designer: ['designer', 'canvas', 'shared', 'api'],
  // One designer with two doors: by a link, and from the console.
  console: ['console', 'designer', 'shared', 'api'],
};

/** @param from,to paths below packages/web/src */
function checkWeb(from, to) {
  const [folder, name] = from.split('/');
  // The application's root imports all pages.
  if (name === undefined || folder === 'app') return undefined;
  const allowed = WEB_FOLDERS[folder] ?? [folder, 'shared', 'api'];
  if (allowed.includes(to.split('/')[0])) return undefined;
  return `${folder} may only import ${allowed.join(', ')}: what two pages need stands in shared`;
}

function checkImport(file, specifier) {
  const [, name] = file.split('/');
  if (!specifier.startsWith('.')) return checkPackage(name, specifier);
  const base = `packages/${name}/src/`;
  const target = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
  if (!target.startsWith(base)) return 'an import must not leave its package';
  const check = { server: checkServer, web: checkWeb }[name];
  return check?.(file.slice(base.length), target.slice(base.length));
}

/** The source file that a specifier names; undefined if it is external. */
function targetOf(file, specifier, known) {
  const other = /^@cinnabar\/([^/]+)(?:\/(.*))?$/.exec(specifier);
  const path = specifier.startsWith('.')
    ? posix.join(posix.dirname(file), specifier)
    : other && `packages/${other[1]}/src/${other[2] ?? 'index.js'}`;
  const stem = path?.replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`].find((each) => known.has(each));
}

const complaints = [];
const imports = new Map();
for (const name of Object.keys(PACKAGES)) {
  for (const path of sources(join(root, 'packages', name, 'src'))) {
    const file = relative(root, path).replaceAll('\\', '/');
    const text = readFileSync(path, 'utf8');
    const found = importsOf(text);
    imports.set(file, found);
    for (const { specifier, line } of found) {
      const complaint = checkImport(file, specifier);
      if (complaint !== undefined) complaints.push(`${file}:${line} imports ${specifier}: ${complaint}`);
    }
    if (text.includes('process.env') && !ENVIRONMENT_READERS.test(file)) {
      complaints.push(`${file} reads process.env: settings come from settings/read-config.ts`);
    }
  }
}

const graph = new Map();
for (const [file, found] of imports) {
  const targets = found.map(({ specifier }) => targetOf(file, specifier, imports));
  graph.set(
    file,
    targets.filter((target) => target !== undefined),
  );
}
const circles = circlesOf(graph);
for (const circle of circles) complaints.push(`a circle of imports: ${circle.join(' -> ')}`);

for (const complaint of complaints) console.error(complaint);
console.log(`imports: ${imports.size} files, ${complaints.length} in a forbidden direction or circular`);
process.exitCode = complaints.length > 0 ? 1 : 0;
