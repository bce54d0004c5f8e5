import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../docs/documentation.js';
import { pdfsig } from '../documents/support/tools.js';
import { type RunningApp, startApp } from '../support/app.js';
import { run } from '../support/programs.js';

/** A folder with OpenAPI Generator, as .ci/run fetches it. */
const tools = process.env['OPENAPI_TOOLS'];
/** The one that has what generated clients import. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import urllib3, dateutil, six, certifi']).status === 0,
);
const java = spawnSync('java', ['-version']).status === 0;
const generator = join(root, 'scripts/generate-client.mjs');

let app: RunningApp;
let folder: string;

beforeAll(async () => {
  app = await startApp({ demoData: true });
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-generated-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe.runIf(tools !== undefined && java)('clients that OpenAPI Generator makes of /openapi.json', () => {
  test.runIf(python !== undefined)(
    'Python: from a PDF to a contract that two enterprises have signed',
    async () => {
      const made = await run(process.execPath, [generator, 'python', join(folder, 'client')], {
        cwd: folder,
      });
      expect([made.ok, made.stderr.toString()]).toEqual([true, '']);
      const script = join(root, 'examples/generated/sign_a_contract.py');
      const contract = join(root, 'scripts/sample/purchase-contract.pdf');
      const environment = [`PYTHONPATH=${join(folder, 'client')}`, 'PYTHONDONTWRITEBYTECODE=1'];
      const args = [...environment, python ?? '', script, contract, join(app.dataDir, 'demo.json')];
      const signing = await run('env', args, { cwd: folder });
      expect(`${signing.stdout}${signing.stderr}`).toMatch(/^contract-signed\.pdf: \d+ bytes, flow \d+\n$/);
      const signed = new Uint8Array(await readFile(join(folder, 'contract-signed.pdf')));
      expect(pdfsig(signed).map(({ validation }) => validation)).toEqual(
        Array(2).fill('Signature is Valid.'),
      );
    },
  );

  test('Java: a class for each area, its methods named after the operations', async () => {
    const made = await run(process.execPath, [generator, 'java', join(folder, 'java')], { cwd: folder });
    expect([made.ok, made.stderr.toString()]).toEqual([true, '']);
    const seals = join(folder, 'java/src/main/java/cn/cinnabar/client/api/SealsApi.java');
    expect(await readFile(seals, 'utf8')).toContain(' sealGetSealInfo (');
  });
});

test.runIf(tools === undefined || !java || python === undefined)(
  'what generated clients need is not here',
  ({ skip }) => skip('OPENAPI_TOOLS, Java, or the Python packages urllib3, python-dateutil, six, certifi'),
);
