/** Large documents reach poppler as files in memory. */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findFonts, textFontFolders } from '@cinnabar/fonts';
import { type Containment, inSandbox, UNCONTAINED } from '@cinnabar/pdf/containment/containment.js';
import { probe } from '@cinnabar/pdf/containment/probe.js';
import { nodeProgram } from '@cinnabar/pdf/containment/program-folders.js';
import { parserAccess } from '@cinnabar/pdf/engine/parser-access.js';
import { chooseRenderer } from '@cinnabar/pdf/render/choose-renderer.js';
import { type MemoryFile, memoryFile } from '@cinnabar/pdf/render/memory-file.js';
import { type PageRenderer, RenderFailed } from '@cinnabar/pdf/render/page-renderer.js';
import { type PopplerOptions, popplerRenderer } from '@cinnabar/pdf/render/poppler.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';

const MEMORY = '/dev/shm';
const hasMemory = await memoryFile(new Uint8Array(1)).then(async (file) => {
  await file?.close();
  return file !== null;
});
const ways: readonly (readonly [name: string, tools: string[], way: Containment])[] = [
  ['no sandbox', ['poppler'], UNCONTAINED],
  ['bubblewrap', ['poppler', 'bubblewrap'], { kind: 'bubblewrap', program: '/usr/bin/bwrap' }],
  ['Landlock', ['poppler', 'python'], { kind: 'landlock', python: '/usr/bin/python3' }],
];
const judged = await Promise.all(
  ways.map(async ([name, tools, way]) => {
    const wrong = way === UNCONTAINED ? null : await probe(way);
    return [name, tools, way, wrong === null && hasMemory] as const;
  }),
);

/** Files that renderers got. */
const made: MemoryFile[] = [];
const inMemory = async (pdf: Uint8Array): Promise<MemoryFile | null> => {
  const file = await memoryFile(pdf);
  if (file !== null) made.push(file);
  return file;
};
const none = async (): Promise<null> => null;

function renderer(options: Partial<PopplerOptions>): PageRenderer {
  return popplerRenderer({ fontFolders: textFontFolders(), ...options });
}

async function failure(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof RenderFailed ? error.reason : String(error);
}

function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}

/** Folders and descriptors of the files that renderers got. */
function left(): readonly string[] {
  return made.flatMap(({ folder }) => [
    ...(existsSync(folder) ? [folder] : []),
    ...openFiles().filter((path) => path.startsWith(folder)),
  ]);
}

let pdf: Uint8Array;
let tall: Uint8Array;
beforeAll(async () => {
  pdf = await uploadedPdf([{ text: 'one' }, { text: 'two' }]);
  tall = await uploadedPdf([{ media: [0, 0, 100, 1000], text: '' }]);
});
afterEach(() => {
  made.length = 0;
});

for (const [name, tags, containment, possible] of judged) {
  describe.skipIf(!possible)(`with ${name}`, { tags }, () => {
    const common = { containment, inMemory };

    it('poppler draws the same as from a pipe', async () => {
      const fromMemory = await renderer(common).renderPage(pdf, 2, 400);
      expect(made).toHaveLength(1);
      expect(left()).toEqual([]);
      const fromPipe = await renderer({ containment, inMemory: none }).renderPage(pdf, 2, 400);
      expect(Buffer.from(fromMemory).equals(fromPipe)).toBe(true);
    });

    it('a failure has its reason and leaves nothing', async () => {
      const broken = Buffer.from('%PDF-1.7\nnothing');
      expect(await failure(renderer(common).renderPage(pdf, 3, 100))).toBe('NO_SUCH_PAGE');
      expect(await failure(renderer(common).renderPage(broken, 1, 100))).toBe('FAILED');
      expect(await failure(renderer({ ...common, deadline: 60_000 }).renderPage(tall, 1, 2100))).toBe(
        'TOO_LARGE',
      );
      expect(await failure(renderer({ ...common, deadline: 1 }).renderPage(pdf, 1, 4000))).toBe('DEADLINE');
      expect(made).toHaveLength(4);
      expect(left()).toEqual([]);
    });

    if (containment === UNCONTAINED) return;
    it('a parser can neither write to its file nor find others', async () => {
      const [own, other] = [await memoryFile(Buffer.from('own')), await memoryFile(Buffer.from('other'))];
      if (own === null || other === null) throw new Error('two files were expected');
      const ran = (script: string) => asParser(containment, own, script);
      expect(await ran("readFileSync('/dev/stdin', 'utf8')")).toBe('own');
      expect(await ran("writeSync(0, 'x')")).toBe('EBADF');
      expect(await ran(`readdirSync('${own.folder}').length`)).toBe('0');
      expect(await ran(`readdirSync('${other.folder}')`)).toMatch(/^(EACCES|ENOENT)$/);
      expect(await ran(`writeFileSync('${own.folder}/left', '')`)).toMatch(/^(EACCES|EROFS)$/);
      await Promise.all([own.close(), other.close()]);
    });
  });
}

describe.skipIf(!hasMemory)('a file in memory', () => {
  it('has content only when it has no name any more', async () => {
    const before = new Set(readdirSync(MEMORY));
    let isMade = false;
    const making = memoryFile(new Uint8Array(50_000_000)).finally(() => {
      isMade = true;
    });
    const sizes = new Set<number>();
    while (!isMade) {
      await new Promise((resolve) => setImmediate(resolve));
      const folders = readdirSync(MEMORY).filter((name) => name.startsWith('cinnabar-') && !before.has(name));
      for (const folder of folders)
        sizes.add(statSync(join(MEMORY, folder, 'file'), { throwIfNoEntry: false })?.size ?? 0);
    }
    const file = await making;
    expect(sizes).toEqual(new Set([0]));
    expect(readdirSync(file?.folder ?? '')).toEqual([]);
    expect(statSync(file?.folder ?? '').mode & 0o777).toBe(0o700);
    await file?.close();
  });

  it('is not made on a disk, without a folder or without room', async () => {
    expect(await memoryFile(new Uint8Array(1), '/')).toBeNull();
    expect(await memoryFile(new Uint8Array(1), '/nowhere')).toBeNull();
    const huge = Object.defineProperty(new Uint8Array(1), 'length', { value: Number.MAX_SAFE_INTEGER });
    expect(await memoryFile(huge)).toBeNull();
  });
});

describe('the selected renderer', { tags: ['poppler'] }, () => {
  it('draws small and large documents', async () => {
    const chosen = await chooseRenderer(testFonts);
    const large = Buffer.concat([pdf, Buffer.alloc(2 * 1024 * 1024, '\n')]);
    const [one, other] = [await chosen.renderPage(pdf, 1, 300), await chosen.renderPage(large, 1, 300)];
    expect(Buffer.from(one).equals(other)).toBe(true);
  });
});

/** Runs an expression in the place of poppler, and returns its value or the code of its error. */
function asParser(containment: Containment, file: MemoryFile, expression: string): Promise<string> {
  const access = parserAccess(findFonts());
  const fs = 'const { readFileSync, readdirSync, writeFileSync, writeSync } = require("node:fs");';
  const line = `${fs} try { console.log(${expression}) } catch (e) { console.log(e.code) }`;
  const [program, ...args] = inSandbox(containment, [nodeProgram(), '-e', line], {
    ...access,
    readable: [...access.readable, file.folder],
  });
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: {}, stdio: [file.descriptor, 'pipe', 'inherit'] });
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => resolve(said.trim()));
  });
}
