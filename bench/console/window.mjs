// A desktop in the console, slowed down, with what it takes to show something.
const SLOWER = 4;
/** The sections, by the key after `g`, and what each shows when it can be read. */
const sections = [
  ['c', 'table tbody tr, [data-row], main li'],
  ['a', 'main h1'],
  ['s', 'main h1'],
  ['m', 'main h1'],
];

/** Runs in the page before its own scripts: when the home can be read, how long each press took, what has moved. */
function observe() {
  globalThis.seen = { readable: null, presses: [], shifts: 0 };
  const look = () => {
    const told = ['mine', 'stuck'].map((id) => document.getElementById(id)?.textContent ?? '');
    if (told.every((text) => /\d/.test(text))) globalThis.seen.readable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) globalThis.seen.presses.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries())
      if (!hadRecentInput) globalThis.seen.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

export async function openConsole(browser, baseUrl, name) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    // The functions that are waited for are evaluated, which the pages' policy forbids.
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const session = await context.newCDPSession(page);
  await page.addInitScript(observe);
  await page.goto(`${baseUrl}/login`);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.waitForURL(/\/console\/\d+$/);
  await page.waitForFunction('globalThis.seen?.readable !== null');
  const home = page.url();
  const presses = [];
  let shifts = 0;
  const keep = async () => {
    const seen = await page.evaluate('globalThis.seen');
    presses.push(...seen.presses);
    shifts = Math.max(shifts, seen.shifts);
  };
  /** Milliseconds from the second key until the section can be read. */
  const change = async (key, shown) => {
    await page.keyboard.press('g');
    const title = await page.locator('main h1').first().textContent();
    const before = await page.evaluate('performance.now()');
    await page.keyboard.press(key);
    await page.waitForFunction(
      ([selector, left]) =>
        document.querySelector(selector) !== null && document.querySelector('main h1')?.textContent !== left,
      [shown, title],
      { polling: 'raf' },
    );
    return (await page.evaluate('performance.now()')) - before;
  };
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Milliseconds of processor time that the page's main thread has taken, whatever else the machine does. */
  const processorTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name: each }) => each === 'TaskDuration')?.value ?? Number.NaN);
  };
  return {
    /** Processor time of opening the home again, and of a change of section, both as often as `rounds`. */
    async processor(rounds) {
      const [homes, changes] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const before = await processorTime();
        await page.goto(home, { waitUntil: 'commit' });
        await page.waitForFunction('globalThis.seen?.readable !== null');
        const opened = await processorTime();
        // A new document counts anew.
        homes.push(opened < before ? opened : opened - before);
        for (const [key, shown] of sections) {
          const began = await processorTime();
          await change(key, shown);
          if (round > 0) changes.push((await processorTime()) - began);
        }
      }
      return { homes, changes };
    },
    async slowDown(line) {
      await session.send('Network.enable');
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      if (line !== null) await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
    },
    /** Milliseconds from the navigation until the home can be read. */
    async home(kind) {
      if (kind === 'cold') await session.send('Network.clearBrowserCache');
      await page.goto(home, { waitUntil: 'commit' });
      await page.waitForFunction('globalThis.seen?.readable !== null');
      await keep();
      return page.evaluate('globalThis.seen.readable');
    },
    /** Milliseconds of each change of section, in turns, and of each answer of the list of contracts. */
    async sections() {
      const [changes, lists] = [[], []];
      page.on('requestfinished', (request) => {
        if (request.url().endsWith('/signTask/contract/list')) lists.push(request.timing().responseStart);
      });
      for (let round = 0; round < 4; round += 1) {
        for (const [key, shown] of sections) {
          changes.push(await change(key, shown));
        }
      }
      await keep();
      return { changes, lists: lists.filter((time) => time > 0) };
    },
    async vitals() {
      await keep();
      return { inp: presses.length === 0 ? Number.NaN : Math.max(...presses), cls: shifts };
    },
    close: () => context.close(),
  };
}
