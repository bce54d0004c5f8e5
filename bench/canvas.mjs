/**
 * The canvas of the template designer alone, and the designer of the console, with 500 and with 2,000 controls on 200 pages:
 * time until a control can be dragged, script and interval of each frame of a drag, also while the draft is saved, selecting,
 * aligning and undoing. CPU=4 slows the processor down. `npm run bench -- canvas`
 */
import { loadavg } from 'node:os';
import { SLOWDOWN } from './canvas/acts.mjs';
import { measureDesigner } from './canvas/designer.mjs';
import { measureCanvas } from './canvas/gallery.mjs';
import { chromiumPath, openBrowser } from './pages/window.mjs';
import { printTable } from './support/statistics.mjs';

const COUNTS = [500, 2000];

if (chromiumPath === null) {
  console.log('Needs Chromium: install the package chromium, or set CHROMIUM to its path.');
} else {
  console.log(`Processor slowed down ${SLOWDOWN} times; targets are for 500 controls and four times.`);
  const browser = await openBrowser();
  try {
    await print('the canvas alone', () => measureCanvas(browser, COUNTS));
    await print('the designer', () => measureDesigner(browser, COUNTS));
  } finally {
    await browser.close();
  }
}

async function print(what, measure) {
  const before = load();
  const rows = await measure();
  console.log(`\nLoad ${before} at the beginning, ${load()} at the end.\n`);
  printTable([what, 'measure', 'median', 'p95', 'target'], rows);
}

function load() {
  return loadavg()[0].toFixed(1);
}
