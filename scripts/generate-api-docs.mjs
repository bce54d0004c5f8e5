// npm run docs:api: writes docs/api from packages/api, one page for each area, and links.md in both languages.
//
// node scripts/generate-api-docs.mjs            writes the pages
// node scripts/generate-api-docs.mjs --check    reports pages that are out of date
// node scripts/generate-api-docs.mjs --record   first records example responses from a service that it starts
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areaNames } from '@cinnabar/api/area-names.js';
import { pageOperations } from '@cinnabar/api/page-registry.js';
import { registry } from '@cinnabar/api/registry.js';
import { areaPage } from './api-docs/area-page.mjs';
import { indexPage } from './api-docs/index-page.mjs';
import { linksPage } from './api-docs/links-page.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = join(ROOT, 'docs', 'api');
const LINKS = { en: '../links.md', zh: '../zh-CN/links.md' };
/** The valid requests of the conformance test and their responses. */
const CALLS = join(ROOT, 'packages', 'api', 'recorded-calls.json');

const { values: options } = parseArgs({
  options: { check: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
});

if (options.record && !recordAnswers()) process.exit(1);
const pages = await makePages();
if (options.check) await checkPages(pages);
else await writePages(pages);

function recordAnswers() {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', 'tests/conformance/answers.test.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, RECORD_ANSWERS: CALLS },
  });
  return status === 0;
}

/** Contents of the pages by file name. */
async function makePages() {
  const calls = JSON.parse(await readFile(CALLS, 'utf8'));
  const areas = [...new Set(registry.map(({ area }) => area))].map((name) => ({
    name,
    ...areaNames[name],
    file: `${name}.md`,
    operations: registry.filter(({ area }) => area === name),
  }));
  return new Map([
    ['README.md', indexPage(areas)],
    ...areas.map((area) => [area.file, areaPage(area, area.operations, calls)]),
    [LINKS.en, linksPage('en', pageOperations, registry)],
    [LINKS.zh, linksPage('zh', pageOperations, registry)],
  ]);
}

async function writePages(wanted) {
  await mkdir(PAGES, { recursive: true });
  for (const [file, text] of wanted) await writeFile(join(PAGES, file), text);
  for (const file of await readdir(PAGES)) if (!wanted.has(file)) await rm(join(PAGES, file));
}

async function checkPages(wanted) {
  const files = new Set([...wanted.keys(), ...(await readdir(PAGES))]);
  for (const file of files) {
    const found = await readFile(join(PAGES, file), 'utf8').catch(() => undefined);
    if (found === wanted.get(file)) continue;
    console.error(`${relative(ROOT, join(PAGES, file))} is out of date: run npm run docs:api`);
    process.exitCode = 1;
  }
}
