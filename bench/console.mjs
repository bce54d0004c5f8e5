/**
 * The console and the way of a signer as people experience them, beside their budgets: scripts, a home that can be read, a
 * change of section, a list of many contracts, response to input and shifts of the layout, and the time that the machine
 * takes from a link to a signed contract. BENCH_FLOWS sets how many contracts the lists contain.
 * `npm run bench -- console`
 */
import { loadavg } from 'node:os';
import { kilobytesOf } from './console/scripts.mjs';
import { signByLink } from './console/sign-by-link.mjs';
import { openConsole } from './console/window.mjs';
import { seedFlows, settle } from './lists/seed.mjs';
import { chromiumPath, openBrowser } from './pages/window.mjs';
import { openEnterprises } from './support/parties.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const FLOWS = Number(process.env['BENCH_FLOWS'] ?? 100_000);
const ROUNDS = 5;
const MBIT = 1_000_000 / 8;
/** The lines that the budgets name, and one of 400 kbit/s. */
const lines = {
  'no limit': null,
  '1.6 Mbit/s, 150 ms': { latency: 150, downloadThroughput: 1.6 * MBIT, uploadThroughput: 0.75 * MBIT },
  '400 kbit/s, 300 ms': { latency: 300, downloadThroughput: 0.4 * MBIT, uploadThroughput: 0.2 * MBIT },
};

printTable(['scripts, gzip', 'kB', 'budget'], kilobytesOf());
if (chromiumPath === null) {
  console.log(
    '\nThe other measurements need Chromium: install the package chromium, or set CHROMIUM to its path.',
  );
} else {
  const service = await startService();
  const browser = await openBrowser();
  try {
    const [buyer, supplier] = await openEnterprises(service, () => undefined);
    const parties = [buyer, supplier];
    console.log();
    const signed = [];
    for (const [name, line] of Object.entries(lines)) {
      const times = [];
      for (let round = 0; round < 3; round += 1)
        times.push(await signByLink(service, browser, parties, line));
      const of = (pick) => ms(median(times.map(pick)));
      signed.push([name, times.at(-1).taps, of(({ total }) => total), of(({ gate }) => gate)]);
    }
    printTable(['from link to signed', 'taps', 'machine ms', 'of them until the gate'], signed);
    await seed(service, buyer);
    console.log();
    printTable(['console', 'measured', 'budget', ''], await consoleRows(service, browser, buyer));
    console.log(`\n${FLOWS} contracts; CPU slowed fourfold; load ${loadavg()[0].toFixed(1)}`);
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function seed(service, { corpName, owner: { userId, realName: name, mobile } }) {
  const [{ corp_id: corpId }] = await service.statement('select corp_id from members where user_id = $1', [
    userId,
  ]);
  await seedFlows(service, { corpId, corpName, userId, name, mobile }, 0, FLOWS);
  await settle(service);
}

async function consoleRows(service, browser, { owner }) {
  const rows = [];
  for (const [name, line] of Object.entries(lines)) {
    const visit = await openConsole(browser, service.baseUrl, owner.realName);
    if (line === null) {
      const { homes, changes } = await visit.processor(ROUNDS);
      const text = 'processor time of the main thread, not slowed';
      rows.push(['home', `${ms(median(homes))} ms`, '-', text]);
      rows.push(['section change, again', `${ms(median(changes))} ms`, '-', text]);
    }
    await visit.slowDown(line);
    const [cold, warm] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      cold.push(await visit.home('cold'));
      warm.push(await visit.home('warm'));
    }
    rows.push([`home readable, cold, ${name}`, `${ms(quantile(cold, 0.75))} ms`, '2000 ms', 'p75 of 5']);
    rows.push([`home readable, warm, ${name}`, `${ms(quantile(warm, 0.75))} ms`, '800 ms', '']);
    if (line === null || name.startsWith('1.6')) {
      const { changes, lists } = await visit.sections();
      const firsts = changes.slice(0, 4);
      const later = changes.slice(4);
      rows.push([
        `section change, first, ${name}`,
        `${ms(median(firsts))} ms`,
        '200 ms',
        'its script included',
      ]);
      rows.push([`section change, again, ${name}`, `${ms(quantile(later, 0.75))} ms`, '200 ms', '']);
      rows.push([
        `answer of the list, ${name}`,
        `${ms(quantile(lists, 0.75))} ms`,
        '300 ms',
        `${FLOWS} contracts`,
      ]);
    }
    const { inp, cls } = await visit.vitals();
    if (!Number.isNaN(inp)) rows.push([`INP, ${name}`, `${ms(inp)} ms`, '100 ms', 'slowest of all presses']);
    rows.push([`CLS, ${name}`, cls.toFixed(3), '0.02', '']);
    await visit.close();
  }
  return rows;
}
