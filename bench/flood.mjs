/**
 * Effect of a flood of hostile files on signContract, when they are sent to the public verification page. Runs with and
 * without the flood alternate, so that both see the same load of the machine. `npm run bench -- flood`
 */
import { fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { makeTemplate, openEnterprises } from './support/parties.mjs';
import { playFlow } from './support/play-flow.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 12);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const WARM_UP_SECONDS = 5;
const STRANGERS = 16;
/** Highest permitted ratio of p99 under the flood to p99 without it. */
const MAX_RATIO = 1.2;

const service = await startService({ settings: { TRUST_PROXY: 'true' } });
// Real attackers use machines of their own; here their process has the lowest priority.
const strangers = fork(
  fileURLToPath(new URL('./flood/strangers.mjs', import.meta.url)),
  [new URL(service.baseUrl).port, String(STRANGERS)],
  { execPath: 'chrt', execArgv: ['--idle', '0', process.execPath] },
);
try {
  let measured = [];
  const enterprises = await openEnterprises(service, (path, took) => {
    if (path === '/signTask/signContract') measured.push(took);
  });
  const template = await makeTemplate(enterprises[0]);
  const sides = enterprises.map(({ corpName, owner }) => ({ corpName, signer: owner }));
  const signFor = async (seconds) => {
    measured = [];
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) await playFlow(template, sides, 'pwd');
    return measured;
  };
  await signFor(WARM_UP_SECONDS);

  const alone = [];
  const flooded = [];
  const answers = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each variant comes first equally often.
    for (const underFlood of round % 2 === 0 ? [false, true] : [true, false]) {
      if (!underFlood) {
        alone.push(...(await signFor(SECONDS)));
        continue;
      }
      strangers.send('start');
      await poolOfStrangers((running) => running > 0);
      flooded.push(...(await signFor(SECONDS)));
      for (const [outcome, count] of await stopStrangers())
        answers.set(outcome, (answers.get(outcome) ?? 0) + count);
      await poolOfStrangers((running) => running === 0);
    }
  }
  print(alone, flooded, answers);
} finally {
  strangers.disconnect();
  await service.stop();
}

function stopStrangers() {
  return new Promise((resolve) => {
    strangers.once('message', resolve);
    strangers.send('stop');
  });
}

/** Waits until the metrics report `wanted` untrusted files in progress. */
async function poolOfStrangers(wanted) {
  for (;;) {
    const text = await (await fetch(`${service.baseUrl}/metrics`)).text();
    if (wanted(Number(/^documents_running{pool="strangers"} (\d+)$/m.exec(text)?.[1]))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function print(alone, flooded, answers) {
  const told = [...answers].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
  console.log(
    `signContract, sequentially, ${ROUNDS} rounds of ${SECONDS} s each; the flood is ${STRANGERS} connections\n` +
      `that post files of 1 to 3 MB without a pause, each from a different address. Their responses: ${told}.\n`,
  );
  printTable(
    ['', 'signatures', 'p50 ms', 'p90 ms', 'p99 ms'],
    [
      ['alone', alone.length, ...figures(alone)],
      ['under the flood', flooded.length, ...figures(flooded)],
    ],
  );
  const ratio = quantile(flooded, 0.99) / quantile(alone, 0.99);
  console.log(`\np99 under the flood is ${ratio.toFixed(2)} of p99 alone; the limit is ${MAX_RATIO}.`);
  if (ratio > MAX_RATIO) process.exitCode = 1;
}

function figures(took) {
  return [ms(median(took)), ms(quantile(took, 0.9)), ms(quantile(took, 0.99))];
}
