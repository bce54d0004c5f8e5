/**
 * The sign page as its users experience it: bytes loaded, time to the first readable page on a slow connection, latency
 * of a dragged seal, memory for 500 pages. Fails if a limit is exceeded. `npm run bench -- pages`
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contractToSign } from './pages/contracts.mjs';
import { shiftsOfPages } from './pages/shifts.mjs';
import { chromiumPath, openBrowser, openPhone, pageMemory } from './pages/window.mjs';
import { openEnterprises } from './support/parties.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const ROUNDS = 5;
const LIMIT = { firstPicture: 2500, drag: 100, memory: 400, picture: 250, shifts: 0.02 };
const AIM = { firstPicture: 1500, drag: 34, memory: 250, picture: 150 };

const sizes = fileURLToPath(new URL('../scripts/pages-size.mjs', import.meta.url));
let failed = spawnSync(process.execPath, [sizes], { stdio: 'inherit' }).status !== 0;

if (chromiumPath === null) {
  console.log(
    'The other measurements need Chromium: install the package chromium, or set CHROMIUM to its path.',
  );
} else {
  const service = await startService();
  const browser = await openBrowser();
  try {
    const rows = [
      await firstPicture(service, browser),
      await drag(service, browser),
      await memory(service, browser),
      await sharpPicture(service, browser),
    ];
    console.log();
    printTable(
      ['sign page', 'measured', 'target', 'limit', ''],
      rows.map(({ what, value, unit, aim, most, note }) => {
        if (value > most) failed = true;
        return [what, `${ms(value)} ${unit}`, `${aim} ${unit}`, `${most} ${unit}`, note];
      }),
    );
    const shifts = await shiftsOfPages(service, browser, await openEnterprises(service, () => undefined));
    console.log();
    printTable(
      ['shift of the layout (CLS)', 'phone', 'desktop', 'limit'],
      shifts.map(([page, ...values]) => {
        if (values.some((value) => value > LIMIT.shifts)) failed = true;
        return [page, ...values.map((value) => value.toFixed(3)), LIMIT.shifts];
      }),
    );
  } finally {
    await browser.close();
    await service.stop();
  }
}
process.exitCode = failed ? 1 : 0;

async function visit(service, browser, pages) {
  const enterprises = await openEnterprises(service, () => undefined);
  const address = await contractToSign(enterprises, pages);
  return openPhone(browser, service.baseUrl, address, enterprises[0].owner.mobile);
}

/** Time from tapping the link to the first page drawn, with an empty browser cache. */
async function firstPicture(service, browser) {
  const { page, slowDown, forgetFiles, close } = await visit(service, browser, 2);
  await page.addInitScript(() => {
    const look = () => {
      const image = document.querySelector('article[data-page] img');
      if (image?.complete && image.naturalWidth > 0) globalThis.firstPicture ??= performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await slowDown();
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await forgetFiles();
    await page.reload({ waitUntil: 'commit' });
    await page.locator('article[data-page] img').first().waitFor();
    await page.waitForTimeout(3000);
    times.push(await page.evaluate('globalThis.firstPicture'));
  }
  await close();
  const value = median(times);
  const note = `1.6 Mbit/s, 150 ms, phone at 3x; ${times.map((time) => ms(time)).join(', ')}`;
  return {
    what: 'first page picture',
    value,
    unit: 'ms',
    aim: AIM.firstPicture,
    most: LIMIT.firstPicture,
    note,
  };
}

/** Latency of a seal dragged over a contract of 100 pages: from the pointer event to the frame that shows it. */
async function drag(service, browser) {
  const { page, close } = await visit(service, browser, 100);
  await page.getByRole('button', { name: '印章', exact: true }).click();
  await page.getByRole('button', { name: '放到页面上' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const box = await page.locator('[data-mark]').first().boundingBox();
  await page.evaluate(() => {
    globalThis.delays = [];
    window.addEventListener('pointermove', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // The first task after a frame: the frame has been submitted to the screen.
        port1.onmessage = () => globalThis.delays.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    });
  });
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  for (let step = 0; step < 240; step += 1) {
    await page.mouse.move(120 + 100 * Math.sin(step / 20), 420 + 120 * Math.cos(step / 15));
  }
  await page.mouse.up();
  const delays = await page.evaluate('globalThis.delays');
  await close();
  const value = quantile(delays, 0.95);
  const note = `95 of 100 moves; half within ${ms(median(delays))} ms, ${delays.length} moves`;
  return { what: 'drag on 100 pages', value, unit: 'ms', aim: AIM.drag, most: LIMIT.drag, note };
}

/** Memory after scrolling through a contract of 500 pages. */
async function memory(service, browser) {
  const { page, session, close } = await visit(service, browser, 500);
  const slider = page.getByRole('slider');
  for (let step = 0; step < 50; step += 1) {
    await slider.focus();
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(150);
  }
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session
    .send('Performance.enable')
    .then(() => session.send('Performance.getMetrics'));
  const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const articles = await page.locator('article[data-page]').count();
  const value = (await pageMemory(browser)) ?? of('JSHeapUsedSize') / 2 ** 20;
  await close();
  const heap = Math.round(of('JSHeapUsedSize') / 2 ** 20);
  const note = `process of the page; ${heap} MB of it scripts, ${of('Nodes')} nodes, ${articles} pages drawn`;
  return { what: 'memory with 500 pages', value, unit: 'MB', aim: AIM.memory, most: LIMIT.memory, note };
}

/** Size of the picture that is shown in the end, and whether it has a pixel for each of the screen's. */
async function sharpPicture(service, browser) {
  const { page, close } = await visit(service, browser, 2);
  const shown = await page.waitForFunction(() => {
    const image = document.querySelector('article[data-page] img');
    const wanted = image.getBoundingClientRect().width * devicePixelRatio;
    if (image.naturalWidth < wanted) return null;
    const [entry] = performance.getEntriesByName(image.src);
    const [first] = performance
      .getEntriesByType('resource')
      .filter(({ initiatorType, name }) => initiatorType === 'img' && name !== image.src);
    return {
      natural: image.naturalWidth,
      wanted: Math.round(wanted),
      bytes: entry?.encodedBodySize ?? 0,
      before: first?.encodedBodySize ?? 0,
    };
  });
  const { natural, wanted, bytes, before } = await shown.jsonValue();
  await close();
  const note = `${natural} px wide where the screen has ${wanted}; the first readable one ${ms(before / 1000)} kB`;
  return {
    what: 'sharp page picture at 3x',
    value: bytes / 1000,
    unit: 'kB',
    aim: AIM.picture,
    most: LIMIT.picture,
    note,
  };
}
