// The canvas with its list and its checks, from the gallery: without a service, so that nothing else takes time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageMemory } from '../pages/window.mjs';
import { drag, press, ROUNDS, slowedDown, timeOf } from './acts.mjs';
import { actRows, dragRows, openRow } from './table.mjs';

const SITE = 'http://gallery.test';
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Rows of the table for each number of controls. */
export async function measureCanvas(browser, counts) {
  const built = mkdtempSync(join(tmpdir(), 'cinnabar-canvas-'));
  try {
    build(built);
    const rows = [];
    for (const count of counts) rows.push(...(await measure(browser, built, count)));
    return rows;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

function build(built) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = join(root, 'packages/web/gallery/vite.config.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', config, '--outDir', built, '--logLevel', 'error'],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('the gallery could not be built');
}

async function measure(browser, built, count) {
  const opened = [];
  const drags = [];
  const acts = { select: [], align: [], undo: [], memory: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route(`${SITE}/**`, (route) => route.fulfill(fileOf(built, route.request().url())));
    const session = await slowedDown(page);
    await page.goto(`${SITE}/arranging/?lang=zh&pages=200&controls=${count}&quiet=1`);
    const control = page.locator('[data-field="c0"]');
    await control.waitFor();
    opened.push(await page.evaluate('performance.now()'));
    drags.push(await drag(page, session, control));
    await control.focus();
    acts.select.push(await timeOf(page, `document.querySelector('[aria-label="全选"]').click()`));
    acts.align.push(await timeOf(page, press('左对齐')));
    acts.undo.push(await timeOf(page, press('撤销')));
    acts.memory.push(await pageMemory(browser));
    await page.close();
  }
  return [
    openRow(count, 'a control can be dragged', opened),
    ...dragRows(count, 'of a drag', drags),
    ...actRows(count, acts),
  ];
}

function fileOf(built, url) {
  const path = join(built, new URL(url).pathname.replace(/\/$/, '/index.html'));
  try {
    readFileSync(path);
    return { path };
  } catch {
    return { status: 204 };
  }
}
