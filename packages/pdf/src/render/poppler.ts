import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { type Command, type Containment, inSandbox, UNCONTAINED } from '../containment/containment.js';
import { killGroup } from '../containment/kill-group.js';
import { privateFolder } from '../engine/private-folder.js';
import { encodePicture, type Pixels } from './encode-picture.js';
import { fontCacheFolder, writeFontConfig } from './font-config.js';
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
}

const POPPLER_DEADLINE = 15_000;

/** Three bytes a pixel, and the header of the picture. */
const MAX_OUTPUT_BYTES = 3 * MAX_PIXELS + 64;
/** Address space of the child, KiB: a page of a few points by many thousands must not exhaust the machine's memory. */
const MAX_MEMORY = 2 * 1024 * 1024;
/** The environment is not inherited: it contains the service's secrets. */
const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin';

/**
 * Renders pages with poppler's pdftoppm, one process for each page: the fastest way, and its memory is freed with the
 * process. Input and output are pipes, so nothing of a contract touches the disk.
 */
export function popplerRenderer({
  fontFolders,
  deadline = POPPLER_DEADLINE,
  containment = UNCONTAINED,
  writesFontCache = false,
}: PopplerOptions): PageRenderer {
  let fontConfig: string | null = null;
  return {
    async renderPage(pdf, page, width) {
      checkWidth(width);
      fontConfig ??= writeFontConfig(fontFolders);
      const pages = ['-f', String(page), '-l', String(page), '-singlefile', '-cropbox'];
      const size = ['-scale-to-x', String(width), '-scale-to-y', '-1', '-scale-dimension-before-rotation'];
      const access = {
        readable: [privateFolder(), ...fontFolders],
        writable: writesFontCache ? [fontCacheFolder()] : [],
        pipes: false,
        endsWithStarter: true,
      };
      const command = inSandbox(
        containment,
        limited('pdftoppm', ['-q', ...pages, ...size, '-'], deadline),
        access,
      );
      const child = start(command, fontConfig);
      const { output, exitCode } = await runToEnd(child, pdf, deadline);
      // pdftoppm exits with 99 for a page that does not exist.
      if (exitCode === 99) throw new RenderFailed('NO_SUCH_PAGE', `page ${page}`);
      const pixels = exitCode === 0 ? readPixmap(output) : null;
      if (pixels === null) throw new RenderFailed('FAILED', `pdftoppm ended with ${exitCode}`);
      return encodePicture(pixels);
    },
  };
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
  const script = `ulimit -v ${MAX_MEMORY} 2>/dev/null; ulimit -t ${seconds} 2>/dev/null; exec "$0" "$@"`;
  return ['/bin/sh', '-c', script, program, ...args];
}

function start([program, ...args]: Command, fontConfig: string): ChildProcessWithoutNullStreams {
  return spawn(program, args, {
    env: { PATH: SEARCH_PATH, HOME: privateFolder(), LANG: 'C.UTF-8', FONTCONFIG_FILE: fontConfig },
    detached: true,
  });
}

function runToEnd(
  child: ChildProcessWithoutNullStreams,
  input: Uint8Array,
  deadline: number,
): Promise<{ readonly output: Uint8Array; readonly exitCode: number | null }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const fail = (failure: RenderFailed): void => {
      killGroup(child);
      reject(failure);
    };
    const timer = setTimeout(() => fail(new RenderFailed('DEADLINE', `${deadline} ms`)), deadline);

    child.stdout.on('data', (chunk: Buffer) => {
      received += chunk.length;
      chunks.push(chunk);
      if (received > MAX_OUTPUT_BYTES)
        fail(new RenderFailed('TOO_LARGE', `more than ${MAX_OUTPUT_BYTES} bytes`));
    });
    child.stderr.resume();
    // A child that exits before it has read everything breaks the pipe; its exit code is more specific.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      clearTimeout(timer);
      fail(new RenderFailed('FAILED', error.message));
    });
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ output: Buffer.concat(chunks), exitCode });
    });
    child.stdin.end(input);
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
