import { type ChildProcess, spawn } from 'node:child_process';
import { type Command, type Containment, inSandbox, UNCONTAINED } from '../containment/containment.js';
import { killGroup } from '../containment/kill-group.js';
import { privateFolder } from '../engine/private-folder.js';
import { encodePicture, type Pixels } from './encode-picture.js';
import { fontCacheFolder, writeFontConfig } from './font-config.js';
import { type MemoryFile, memoryFile } from './memory-file.js';
import { checkWidth, MAX_PIXELS, type PageRenderer, RenderFailed } from './page-renderer.js';

export interface PopplerOptions {
  /** Substitutes for Chinese fonts that a document names and does not embed. */
  readonly fontFolders: readonly string[];
  /** ms, for one page. */
  readonly deadline?: number;
  readonly containment?: Containment;
  /**
   * Whether poppler may write fontconfig's cache, which takes seconds, for later processes. Never for untrusted files.
   */
  readonly writesFontCache?: boolean;
  /** The file in memory by which poppler gets a document; without one it gets the document by a pipe. */
  readonly inMemory?: (pdf: Uint8Array) => Promise<MemoryFile | null>;
}

const POPPLER_DEADLINE = 15_000;
const LARGE_DOCUMENT = 1024 * 1024;

/** Three bytes a pixel, and the header of the picture. */
const MAX_OUTPUT_BYTES = 3 * MAX_PIXELS + 64;
/** Address space of the child, KiB: a page of a few points by many thousands must not exhaust the machine's memory. */
const MAX_MEMORY = 2 * 1024 * 1024;
/** Blocks of 512 bytes that a file may grow to: fontconfig's cache, and not all memory through a file in memory. */
const MAX_FILE = 128 * 1024;
/** The environment is not inherited: it contains the service's secrets. */
const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin';

/**
 * Renders pages with poppler's pdftoppm, one process for each page: the fastest way, and its memory is freed with the
 * process. Input is a pipe or a file in memory without a name, and output a pipe, so no file on a disk has anything of a
 * contract.
 */
export function popplerRenderer({
  fontFolders,
  deadline = POPPLER_DEADLINE,
  containment = UNCONTAINED,
  writesFontCache = false,
  inMemory = largeInMemory,
}: PopplerOptions): PageRenderer {
  let fontConfig: string | null = null;

  async function draw(args: readonly string[], pdf: Uint8Array, file: MemoryFile | null): Promise<Ended> {
    fontConfig ??= writeFontConfig(fontFolders);
    const access = {
      readable: [privateFolder(), ...fontFolders, ...(file === null ? [] : [file.folder])],
      writable: writesFontCache ? [fontCacheFolder()] : [],
      pipes: false,
      endsWithStarter: true,
    };
    const input = file === null ? '-' : '/dev/stdin';
    const command = inSandbox(containment, limited('pdftoppm', [...args, input], deadline), access);
    const child = start(command, fontConfig, file);
    return runToEnd(child, pdf, deadline);
  }

  return {
    async renderPage(pdf, page, width) {
      checkWidth(width);
      const pages = ['-f', String(page), '-l', String(page), '-singlefile', '-cropbox'];
      const size = ['-scale-to-x', String(width), '-scale-to-y', '-1', '-scale-dimension-before-rotation'];
      const file = await inMemory(pdf);
      const { output, exitCode } = await draw(['-q', ...pages, ...size], pdf, file).finally(() =>
        file?.close(),
      );
      // pdftoppm exits with 99 for a page that does not exist.
      if (exitCode === 99) throw new RenderFailed('NO_SUCH_PAGE', `page ${page}`);
      const pixels = exitCode === 0 ? readPixmap(output) : null;
      if (pixels === null) throw new RenderFailed('FAILED', `pdftoppm ended with ${exitCode}`);
      return encodePicture(pixels);
    },
  };
}

/** poppler copies a pipe to its end before it draws anything, which costs little with smaller documents. */
async function largeInMemory(pdf: Uint8Array): Promise<MemoryFile | null> {
  return pdf.length < LARGE_DOCUMENT ? null : memoryFile(pdf);
}

/** Whether pdftoppm is installed. */
export async function hasPoppler(): Promise<boolean> {
  try {
    const child = spawn('pdftoppm', ['-v'], { env: { PATH: SEARCH_PATH }, detached: true });
    const { exitCode } = await runToEnd(child, new Uint8Array(), POPPLER_DEADLINE);
    return exitCode === 0;
  } catch {
    return false;
  }
}

/** The shell only sets limits and is then replaced by the program; it never interprets the arguments. */
function limited(program: string, args: readonly string[], deadline: number): Command {
  const seconds = Math.ceil(deadline / 1000) + 1;
  const limits = [`-v ${MAX_MEMORY}`, `-t ${seconds}`, `-f ${MAX_FILE}`];
  const script = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null; `).join('')}exec "$0" "$@"`;
  return ['/bin/sh', '-c', script, program, ...args];
}

function start([program, ...args]: Command, fontConfig: string, input: MemoryFile | null): ChildProcess {
  return spawn(program, args, {
    env: { PATH: SEARCH_PATH, HOME: privateFolder(), LANG: 'C.UTF-8', FONTCONFIG_FILE: fontConfig },
    stdio: [input?.descriptor ?? 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
}

interface Ended {
  readonly output: Uint8Array;
  readonly exitCode: number | null;
}

/** @param input written to the child's standard input if that is a pipe */
function runToEnd(child: ChildProcess, input: Uint8Array, deadline: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const fail = (failure: RenderFailed): void => {
      killGroup(child);
      reject(failure);
    };
    const timer = setTimeout(() => fail(new RenderFailed('DEADLINE', `${deadline} ms`)), deadline);

    child.stdout?.on('data', (chunk: Buffer) => {
      received += chunk.length;
      chunks.push(chunk);
      if (received > MAX_OUTPUT_BYTES)
        fail(new RenderFailed('TOO_LARGE', `more than ${MAX_OUTPUT_BYTES} bytes`));
    });
    child.stderr?.resume();
    // A child that exits before it has read everything breaks the pipe; its exit code is more specific.
    child.stdin?.on('error', () => undefined);
    child.on('error', (error) => {
      clearTimeout(timer);
      fail(new RenderFailed('FAILED', error.message));
    });
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ output: Buffer.concat(chunks), exitCode });
    });
    child.stdin?.end(input);
  });
}

/** A binary pixmap (netpbm P6) of 8 bits a colour, as pdftoppm writes it; null for anything else. */
function readPixmap(file: Uint8Array): Pixels | null {
  const header = /^P6\s(\d+)\s(\d+)\s255\s/.exec(Buffer.from(file.subarray(0, 64)).toString('latin1'));
  if (header === null) return null;
  const [text, width, height] = [header[0], Number(header[1]), Number(header[2])];
  const data = file.subarray(text.length);
  return data.length === 3 * width * height ? { data, width, height, channels: 3 } : null;
}
