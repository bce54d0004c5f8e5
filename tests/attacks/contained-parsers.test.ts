/** A file that has taken control of its parser and continues from there. */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFonts } from '@cinnabar/fonts';
import { type Containment, inSandbox, UNCONTAINED } from '@cinnabar/pdf/containment/containment.js';
import { probe } from '@cinnabar/pdf/containment/probe.js';
import { nodeProgram } from '@cinnabar/pdf/containment/program-folders.js';
import { DocumentEngine, EngineFailed } from '@cinnabar/pdf/engine/engine.js';
import { parserAccess } from '@cinnabar/pdf/engine/parser-access.js';
import { DocumentConverter } from '@cinnabar/server/conversion/document-converter.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

const ways: readonly (readonly [name: string, tool: string, way: Containment])[] = [
  ['bubblewrap', 'bubblewrap', { kind: 'bubblewrap', program: '/usr/bin/bwrap' }],
  ['Landlock', 'python', { kind: 'landlock', python: '/usr/bin/python3' }],
];
const judged = await Promise.all(
  ways.map(async ([name, tool, way]) => [name, tool, way, await probe(way)] as const),
);

let app: RunningApp;
let database: FreshDatabase;
let dataDir: string;
let server: Server;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-contained-'));
  // The sandbox stores its master key in this folder.
  app = await startApp({ on: { database, dataDir }, ownEngine: true });
  server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await app.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a line of JavaScript in the place of a parser, and returns how it ended. */
function asParser(way: Containment, script: string, access = parserAccess(findFonts())): Promise<string> {
  const line = `Promise.resolve().then(async () => { ${script} }).then(() => console.log('succeeded'), (e) => console.log(e.code ?? e.message))`;
  const [program, ...args] = inSandbox(way, [nodeProgram(), '-e', line], access);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => resolve(said.trim()));
  });
}

const { pid } = process;
const fs = "const fs = require('node:fs');";
const tries: readonly (readonly [string, () => string])[] = [
  ['the environment of the service', () => `${fs} fs.readFileSync('/proc/${pid}/environ')`],
  ['the memory of the service', () => `${fs} fs.openSync('/proc/${pid}/mem', 'r')`],
  ['files of the service by its process', () => `${fs} fs.readdirSync('/proc/${pid}/root/')`],
  ['the master key', () => `${fs} fs.readFileSync('${dataDir}/master.key')`],
  ['the data folder', () => `${fs} fs.readdirSync('${dataDir}')`],
  ['the permissions of the master key', () => `${fs} fs.chmodSync('${dataDir}/master.key', 0o644)`],
  ['accounts and their passwords', () => `${fs} fs.readFileSync('/etc/shadow')`],
  [
    'the network',
    () =>
      `await new Promise((yes, no) => require('node:net').connect(${port()}, '127.0.0.1', yes).on('error', no))`,
  ],
  ['the service itself', () => `await fetch('${app.baseUrl}/healthz')`],
  ['a name server', () => "await require('node:dns').promises.resolve('example.com')"],
  ['a place to leave something for others', () => `${fs} fs.writeFileSync('${folderOfProgram()}/left', '')`],
];

function port(): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A program folder that a parser reads. */
function folderOfProgram(): string {
  return parserAccess(findFonts()).readable[1] ?? '';
}

test('the probe detects everything possible without isolation', async () => {
  expect(await probe(UNCONTAINED)).toBe(
    [
      "the service's environment can be read",
      'the service can be sent signals',
      'files of the service can be read',
      'files of the service can be written',
      'the network can be reached',
      'sockets of the service can be reached',
    ].join(', '),
  );
  expect(await asParser(UNCONTAINED, `${fs} fs.readFileSync('${dataDir}/master.key')`)).toBe('succeeded');
});

for (const [name, tool, way, wrong] of judged) {
  describe.skipIf(wrong !== null)(`isolated by ${name}`, { tags: [tool, 'procps'] }, () => {
    test.each(tries)('a parser cannot reach %s', async (_, script) => {
      expect(await asParser(way, script())).toMatch(/^(E[A-Z]+|fetch failed|ECONNREFUSED)$/);
    });

    test('a parser cannot change its input', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'cinnabar-read-'));
      const file = join(folder, 'font.ttf');
      await writeFile(file, 'a font', { mode: 0o600 });
      const access = {
        ...parserAccess(findFonts()),
        readable: [...parserAccess(findFonts()).readable, folder],
      };
      const truncate = `require('node:child_process').execFileSync('/usr/bin/python3', ['-c', 'import os; os.truncate("${file}", 0)'], { stdio: 'ignore' })`;
      expect(await asParser(way, `${fs} console.log(String(fs.readFileSync('${file}')))`, access)).toMatch(
        /^a font/,
      );
      for (const attempt of [
        `fs.writeFileSync('${file}', 'x')`,
        `fs.openSync('${file}', fs.constants.O_RDONLY | fs.constants.O_TRUNC)`,
        `fs.chmodSync('${file}', 0o666)`,
        `fs.rmSync('${file}')`,
        `fs.renameSync('${file}', '${file}.old')`,
        truncate,
      ]) {
        expect(await asParser(way, `${fs} ${attempt}`, access), attempt).not.toContain('succeeded');
      }
      expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual(['a font', 0o600]);
      await rm(folder, { recursive: true });
    });

    test('a parser sees no environment but its own', async () => {
      expect(await asParser(way, 'console.log(Object.keys(process.env).join())')).not.toMatch(
        /PATH|HOME|KEY/,
      );
    });

    test('an orphaned parser exits with its service and removes nothing', async () => {
      const engine = new DocumentEngine({
        containment: way,
        fonts: findFonts(),
        workers: 1,
        importDeadline: 1,
      });
      const before = engineProcesses();
      await engine.readPicture(await picture());
      await engine.close();
      await expect.poll(() => engineProcesses().filter((each) => !before.includes(each))).toEqual([]);
    });

    test('a parser terminated during its start leaves nothing behind', async () => {
      const before = waiting();
      for (let count = 0; count < 15; count += 1) {
        const engine = new DocumentEngine({ containment: way, fonts: findFonts(), workers: 1 });
        const read = engine.readPicture(await picture()).catch(() => null);
        await new Promise((resolve) => setTimeout(resolve, count));
        await engine.close();
        await read;
      }
      await expect
        .poll(() => waiting().filter((each) => !before.includes(each)), { timeout: 10_000 })
        .toEqual([]);
    });

    test('documents are read, drawn and converted as usual', async () => {
      const engine = new DocumentEngine({ containment: way, fonts: findFonts(), workers: 1 });
      const converter = new DocumentConverter({ containment: way, office: noOffice, fonts: findFonts() });
      const { pages, bytes } = await engine.importPdf(await converter.toPdf(Buffer.from('合同'), 'txt', 1));
      expect(pages).toHaveLength(1);
      expect((await sharp(await engine.renderPage(bytes, 1, 400)).metadata()).width).toBe(400);
      const drawn = await engine.importPdf(await converter.toPdf(await picture(), 'png', 1));
      expect(drawn.pages).toHaveLength(1);
      expect(await engine.readPicture(await picture())).toMatchObject({ mediaType: 'image/jpeg' });
      await engine.close();
      await converter.close();
    });

    test('excessive memory use is still detected', async () => {
      const engine = new DocumentEngine({
        containment: way,
        fonts: findFonts(),
        workers: 1,
        processMemory: 10,
      });
      await expect(engine.findText(Buffer.from('%PDF-1.7'), ['x'])).rejects.toThrow(EngineFailed);
      await engine.close();
    });
  });
}

test('at least one isolation mechanism is available on this machine', { tags: ['bubblewrap'] }, () => {
  expect(judged.some(([, , , wrong]) => wrong === null)).toBe(true);
});

const noOffice = {
  toPdf: () => Promise.reject(new Error('no office document is converted here')),
  close: async () => undefined,
};

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}

function engineProcesses(): readonly string[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('engine-child.js') && line.includes(` ${process.pid} `));
}

/** Processes with the name of an engine process and the folder of these tests, whatever their present parent. */
function waiting(): readonly string[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('engine-child.js') && line.includes(tmpdir()))
    .map((line) => line.trim().split(' ', 1)[0] ?? '');
}
