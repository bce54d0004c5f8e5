import { execFile, spawnSync } from 'node:child_process';
import { picturesOf, placedWordsOf, type Reader, type Word, wordsOf } from './reading.js';

const TIMEOUT_MS = 20_000;

interface Output {
  readonly bytes: Buffer;
  readonly isGood: boolean;
}

function run(command: string, options: readonly string[]): Promise<Output> {
  return new Promise((resolve) => {
    execFile(
      command,
      options,
      { encoding: 'buffer', maxBuffer: 1 << 28, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' },
      (error, stdout) => resolve({ bytes: stdout, isGood: error === null }),
    );
  });
}

function versionOf(command: string, option: string, pattern: RegExp): string | null {
  const { error, stdout, stderr } = spawnSync(command, [option], { encoding: 'utf8' });
  return error === undefined ? (pattern.exec(`${stdout}${stderr}`)?.[1] ?? 'unknown') : null;
}

/** A program that writes its text, and in another run its pages, to the standard output. */
function commandLineReader(
  name: string,
  version: string | null,
  text: (path: string) => readonly [command: string, options: readonly string[]],
  pages: (path: string) => readonly [command: string, options: readonly string[]],
  read: (text: string) => readonly Word[] = wordsOf,
): Reader {
  return {
    name,
    version,
    read: async (path) => {
      const [words, pictures] = await Promise.all([run(...text(path)), run(...pages(path))]);
      if (!words.isGood || !pictures.isGood) return null;
      const found = picturesOf(pictures.bytes);
      return found.length === 0 ? null : { words: read(words.bytes.toString('utf8')), pages: found };
    },
  };
}

const QUIETLY = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sstdout=%stderr'];

export function commandLineReaders(): readonly Reader[] {
  return [
    commandLineReader(
      'poppler',
      versionOf('pdftotext', '-v', /version (\S+)/),
      (path) => ['pdftotext', ['-bbox', path, '-']],
      (path) => ['pdftoppm', ['-r', '72', path]],
      placedWordsOf,
    ),
    commandLineReader(
      'MuPDF',
      versionOf('mutool', '-v', /version (\S+)/),
      (path) => ['mutool', ['draw', '-q', '-F', 'txt', '-o', '-', path]],
      (path) => ['mutool', ['draw', '-q', '-r', '72', '-c', 'rgb', '-F', 'pnm', '-o', '-', path]],
      // It writes SIGN into every unsigned signature field.
      (text) => wordsOf(text).filter((word) => word.text !== 'SIGN'),
    ),
    commandLineReader(
      'Ghostscript',
      versionOf('gs', '--version', /(\S+)/),
      (path) => ['gs', [...QUIETLY, '-sDEVICE=txtwrite', '-o', '-', path]],
      (path) => ['gs', [...QUIETLY, '-sDEVICE=ppmraw', '-r72', '-o', '-', path]],
    ),
  ];
}
