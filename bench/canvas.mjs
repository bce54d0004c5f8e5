/**
 * The canvas of the template designer with 500 and with 2,000 controls on 200 pages: time until a control can be dragged,
 * script and interval of each frame of a drag, selecting, aligning and undoing. CPU=4 slows the processor down.
 * `npm run bench -- canvas`
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, openBrowser, pageMemory } from './pages/window.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const ROUNDS = 3;
const FRAMES = 120;
const SLOWDOWN = Number(process.env['CPU'] ?? 1);
const SITE = 'http://gallery.test';
/** Milliseconds; on a processor slowed down four times. */
const AIM = { open: 2000, script: 4, interval: 17, act: 50 };

const root = fileURLToPath(new URL('..', import.meta.url));
const built = mkdtempSync(join(tmpdir(), 'cinnabar-canvas-'));
try {
  if (chromiumPath === null) {
    console.log('Needs Chromium: install the package chromium, or set CHROMIUM to its path.');
  } else {
    build();
    const browser = await openBrowser();
    console.log(
      `Processor slowed down ${SLOWDOWN} times; load ${loadavg()[0].toFixed(1)} at the beginning.\n`,
    );
    const rows = [];
    for (const count of [500, 2000]) rows.push(...(await measure(browser, count)));
    printTable(['controls on 200 pages', 'measure', 'median', 'p95', 'target'], rows);
    console.log(`\nLoad ${loadavg()[0].toFixed(1)} at the end.`);
    await browser.close();
  }
} finally {
  rmSync(built, { recursive: true, force: true });
}

function build() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = join(root, 'packages/web/gallery/vite.config.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', config, '--outDir', built, '--logLevel', 'error'],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('the gallery could not be built');
}

async function measure(browser, count) {
  const found = { open: [], script: [], interval: [], select: [], align: [], undo: [], memory: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const session = await page.context().newCDPSession(page);
    await page.route(`${SITE}/**`, (route) => route.fulfill(fileOf(route.request().url())));
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await session.send('Performance.enable');
    await page.goto(`${SITE}/arranging/?lang=zh&pages=200&controls=${count}&quiet=1`);
    const control = page.locator('[data-field="c0"]');
    await control.waitFor();
    found.open.push(await page.evaluate('performance.now()'));
    const { script, intervals } = await drag(page, session, control);
    found.script.push(script);
    found.interval.push(...intervals);
    await control.focus();
    found.select.push(await timeOf(page, `document.querySelector('[aria-label="全选"]').click()`));
    found.align.push(await timeOf(page, press('左对齐')));
    found.undo.push(await timeOf(page, press('撤销')));
    found.memory.push(await pageMemory(browser));
    await page.close();
  }
  const row = (what, values, aim, unit = 'ms') => [
    count,
    what,
    `${ms(median(values))} ${unit}`,
    `${ms(quantile(values, 0.95))} ${unit}`,
    aim === null ? '' : `${aim} ${unit}`,
  ];
  return [
    row('open until a control can be dragged', found.open, AIM.open),
    row('script per frame of a drag', found.script, AIM.script),
    row('interval between frames of a drag', found.interval, AIM.interval),
    row('select all', found.select, AIM.act),
    row('align all', found.align, AIM.act),
    row('undo it', found.undo, AIM.act),
    row('memory of the page', found.memory, 350, 'MB'),
  ];
}

/** A drag that moves the pointer in every frame. */
async function drag(page, session, control) {
  const box = await control.boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.evaluate(`{
    globalThis.frames = [];
    const note = (now) => { globalThis.frames.push(now); globalThis.noting = requestAnimationFrame(note); };
    globalThis.noting = requestAnimationFrame(note);
  }`);
  const before = await scriptTime(session);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    await page.mouse.move(from.x + 20 + frame, from.y + 20 + 2 * frame);
  }
  const spent = (await scriptTime(session)) - before;
  const frames = await page.evaluate('cancelAnimationFrame(globalThis.noting), globalThis.frames');
  await page.mouse.up();
  const intervals = frames.slice(1).map((at, index) => at - frames[index]);
  return { script: spent / Math.max(1, frames.length), intervals };
}

/** Milliseconds of script since the page was opened. */
async function scriptTime(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration').value * 1000;
}

function press(name) {
  return `[...document.querySelectorAll('button')].find((each) => each.textContent === '${name}').click()`;
}

/** From an act to the frame that shows it. */
function timeOf(page, act) {
  return page.evaluate(`new Promise((resolve) => {
    const from = performance.now();
    ${act};
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
  })`);
}

function fileOf(url) {
  const path = join(built, new URL(url).pathname.replace(/\/$/, '/index.html'));
  try {
    readFileSync(path);
    return { path };
  } catch {
    return { status: 204 };
  }
}
