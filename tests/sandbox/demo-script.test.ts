import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, startApp } from '../support/app.js';
import {
  boundsOf,
  isRed,
  pdffonts,
  pdfsig,
  pdftotext,
  qpdfProblems,
  render,
} from '../support/pdf/pdf-tools.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url));
const LONG = 180_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-demo-test-'));
  // Also the folder for temporary files, in which the account of the bundled database has its socket.
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Runs the script in the test's folder, with its own settings only. */
function runDemo(args: readonly string[], settings: Record<string, string> = {}): Promise<Run> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    TMPDIR: folder,
    CINNABAR_CALLER: process.env['CINNABAR_CALLER'] ?? '',
    ...settings,
  };
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, out: string, errors: string): void =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, errors });
    execFile(process.execPath, [SCRIPT, ...args], { cwd: folder, env }, done);
  });
}

async function expectSignedContract(): Promise<void> {
  const pdf = new Uint8Array(await readFile(join(folder, 'contract-signed.pdf')));
  expect(pdf.length).toBeLessThan(600_000);
  expect(qpdfProblems(pdf)).toBe('');
  const verdicts = pdfsig(pdf);
  expect(verdicts.map(({ validation, total }) => [validation, total])).toEqual([
    ['Signature is Valid.', false],
    ['Signature is Valid.', true],
  ]);
  const text = pdftotext(pdf);
  for (const character of '龘靐㛃𬭎') expect(text).toContain(character);
  const fonts = pdffonts(pdf).trim().split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(0);
  // Name with a subset's prefix, type, encoding, then embedded, subset, with a Unicode map.
  for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+.* yes yes yes /);

  const seals = boundsOf(await render(pdf, 2, 96), isRed);
  expect(seals.count).toBeGreaterThan(4_000);
  // The round seals of both parties, 42 mm each, in their areas only.
  expect(seals.left).toBeGreaterThanOrEqual(145);
  expect(seals.right).toBeLessThanOrEqual(471 + 159 + 1);
  expect(seals.top).toBeGreaterThanOrEqual(754);
  expect(seals.bottom).toBeLessThanOrEqual(755 + 159 + 1);
  expect(boundsOf(await render(pdf, 1, 96), isRed).count).toBe(0);
}

/** The result of each scene, and the final accounts. */
const scenesTold = [
  'signStatus 4 待审批',
  '403 PAYMENT_REQUIRED',
  '2 成功 paid',
  '3 valid signatures, the last over the whole document',
  '403 FEE_UNPAID',
  'flowStatus 4 已撤销 revoked：单价有误，重新发起',
  '没有人操作 / nobody acted',
  'flowStatus 6 已拒签 refused：交付日期过早',
  '下一步 / next: verify',
  '下一步 / next: register',
  'identified，member',
  '设备采购合同（新企业）',
  '合同撤销退还 signCancel',
  '对方付费退还 reverseReturn',
  '2 通过 passed',
];

describe('npm run demo', () => {
  it('plays both enterprises against the running service', {
    tags: ['poppler'],
    timeout: LONG,
  }, async () => {
    const running = await startApp({ demoData: true });
    try {
      const { code, out, errors } = await runDemo([], { DATA_DIR: running.dataDir });
      expect([code, errors]).toEqual([0, '']);
      expect(out).toContain(running.baseUrl);
      expect(out).toContain('flowStatus 3 已完成 completed');
      expect(out).toContain('2 valid signatures, the last over the whole document');
      await expectSignedContract();
    } finally {
      await running.close();
    }
  });

  it('plays every scene with --all, and again on the same data', {
    tags: ['poppler'],
    timeout: LONG,
  }, async () => {
    const running = await startApp({ demoData: true });
    try {
      for (let round = 0; round < 2; round += 1) {
        const { code, out, errors } = await runDemo(['--all'], { DATA_DIR: running.dataDir });
        expect([code, errors]).toEqual([0, '']);
        for (const told of scenesTold) expect(out).toContain(told);
        const workbook = await readXlsx(new Uint8Array(await readFile(join(folder, 'contracts.xlsx'))));
        const [head = [], ...rows] = workbook.sheets[0]?.rows ?? [];
        for (const cell of [...head.slice(0, 4), ...rows.flatMap((row) => row.slice(0, 4))]) {
          expect(out).toContain(String(cell));
        }
      }
    } finally {
      await running.close();
    }
    const signed = new Uint8Array(await readFile(join(folder, 'sale-signed.pdf')));
    expect(qpdfProblems(signed)).toBe('');
    expect(pdfsig(signed).map(({ validation }) => validation)).toEqual(Array(3).fill('Signature is Valid.'));
    const written = ['contracts.xlsx', 'sale-signed.pdf'];
    expect((await readdir(folder)).filter((name) => name.includes('.')).sort()).toEqual(written);
  });

  it(
    'starts a service if none responds, and leaves nothing behind but the contract',
    async () => {
      const { code, out, errors } = await runDemo(['--data-dir', join(folder, 'nothing-here')], {
        PORT: String(await freePort()),
      });
      expect([code, errors]).toEqual([0, '']);
      expect(out).toContain('starting a sandbox of its own');
      expect(out).toContain('the temporary service was stopped');
      await expectSignedContract();
      // Temporary files are there too in tests; caches are kept between runs.
      const kept = (await readdir(folder)).filter((name) => !/^cinnabar-\d+$/.test(name));
      expect(kept).toEqual(['contract-signed.pdf']);
    },
    LONG,
  );

  it('reports a wrong address or folder', async () => {
    const silent = await runDemo(['--base-url', 'http://127.0.0.1:9']);
    expect([silent.code, silent.errors]).toEqual([1, 'http://127.0.0.1:9 does not answer\n']);
    const running = await startApp();
    try {
      const args = ['--base-url', running.baseUrl, '--data-dir', folder];
      const { code, errors } = await runDemo(args);
      expect([code, errors]).toEqual([1, expect.stringContaining('demo.json is missing')]);
    } finally {
      await running.close();
    }
    expect(existsSync(join(folder, 'contract-signed.pdf'))).toBe(false);
  });
});
