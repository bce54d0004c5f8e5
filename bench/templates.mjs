/**
 * Rows of a spreadsheet: how many are checked a second, beside starting the same ones. Drafts of templates with 500 and
 * 2,000 controls: how long saving and publishing take, beside writing as many bytes to disk. `npm run bench -- templates`
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { makeTemplate, openEnterprises } from './support/parties.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 500);
const ROUNDS = 5;
const SAVES = 20;

const service = await startService();
try {
  const [buyer, supplier] = await openEnterprises(service, () => undefined);
  const { client } = buyer.owner;
  await rows(client, await makeTemplate(buyer), supplier);
  const table = [];
  for (const count of [500, 2000]) table.push(await saving(client, count));
  printTable(['controls', 'kB', 'save, ms (p95)', 'synced write, ms', 'ratio', 'publish, ms'], table);
} finally {
  await service.stop();
}

async function rows(client, templateId, supplier) {
  const items = Array.from({ length: ROWS }, (_, index) => ({
    templateName: `合同 ${index}`,
    participantList: [
      {
        participantFlag: '乙方',
        psnAccount: supplier.owner.mobile,
        psnName: supplier.owner.realName,
        corpName: supplier.corpName,
      },
    ],
  }));
  const send = async (dryRun) => {
    const began = performance.now();
    const { results } = await client
      .with({ 'idempotency-key': randomUUID() })
      .call('/signTask/batchStartSignFlow', { templateId, items, ...(dryRun ? { dryRun } : {}) });
    const failed = results.filter(({ code }) => code !== '0');
    if (results.length !== ROWS || failed.length > 0)
      throw new Error(JSON.stringify(failed[0] ?? results.length));
    return ROWS / ((performance.now() - began) / 1000);
  };
  await send(true);
  const checked = [];
  const started = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    checked.push(await send(true));
    started.push(await send(false));
  }
  const ratio = median(checked) / median(started);
  console.log(
    `${ROWS} rows a call: ${Math.round(median(checked))} checked a second, ${Math.round(median(started))} started a second (${ratio.toFixed(1)} times)\n`,
  );
}

async function saving(client, count) {
  const draft = await designOf(client, count);
  const draftId = randomUUID();
  const body = Buffer.byteLength(JSON.stringify(draft));
  const took = [];
  let draftVersion = 0;
  for (let save = 0; save < SAVES; save += 1) {
    const began = performance.now();
    ({ draftVersion } = await client.call('/template/keepDraft', { draftId, draftVersion, draft }));
    took.push(performance.now() - began);
  }
  const limit = syncedWrite(body);
  const began = performance.now();
  await client.call('/template/publish', { ...draft, draftId, draftVersion });
  const publishing = performance.now() - began;
  return [
    count,
    Math.round(body / 1000),
    `${ms(median(took))} (${ms(quantile(took, 0.95))})`,
    ms(limit),
    (median(took) / limit).toFixed(1),
    ms(publishing),
  ];
}

/** Text controls in a grid over as many pages as they need. */
async function designOf(client, count) {
  const { PDF } = await import('@libpdf/core');
  const PER_PAGE = 100;
  const pdf = PDF.create();
  for (let page = 0; page < count / PER_PAGE; page += 1) pdf.addPage({ width: 595.276, height: 841.89 });
  const file = await client.upload(
    '/template/uploadContractFile',
    'grid.pdf',
    await pdf.save(),
    'application/pdf',
  );
  return {
    templateName: `网格 ${count}`,
    participantList: [
      {
        ...{ participantFlag: '甲方', participantType: 1, participateBizType: ['1', '2'] },
        ...{ participantSetMode: 3, draftSort: 1, signOrder: 1 },
      },
    ],
    contractFileList: [file],
    components: Array.from({ length: count }, (_, index) => ({
      ...{ participantFlag: '甲方', fileIndex: 0, pageNum: Math.floor(index / PER_PAGE) + 1 },
      ...{ componentType: 1, componentName: `字段 ${index}`, componentKey: `key_${index}`, required: 1 },
      positionX: 40 + 180 * (index % 4),
      positionY: 40 + 40 * Math.floor((index % PER_PAGE) / 4),
      specialAttribute: { width: 160, height: 24 },
    })),
  };
}

function syncedWrite(size) {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-limit-'));
  const bytes = Buffer.alloc(size, 7);
  try {
    const took = Array.from({ length: SAVES }, (_, number) => {
      const began = performance.now();
      const file = openSync(join(folder, String(number)), 'w');
      writeSync(file, bytes);
      fsyncSync(file);
      closeSync(file);
      return performance.now() - began;
    });
    return median(took);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
