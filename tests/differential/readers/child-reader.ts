import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { picturesOf, type Reader, type Reading, wordsOf } from './reading.js';

const TIMEOUT_MS = 20_000;

interface Answer {
  readonly version?: string | null;
  readonly text?: string;
  /** Folder of its rendered pages, as pixmaps. */
  readonly pages?: string;
}

/**
 * A library that reads files in a process of its own: a process that hangs or crashes is terminated, and yields no
 * reading of that file.
 * @param program a script beside this file
 */
export async function childReader(name: string, program: string): Promise<Reader> {
  const script = join(dirname(fileURLToPath(import.meta.url)), program);
  let child: ChildProcess | null = null;
  let waiting: ((answer: Answer | null) => void) | null = null;
  const settle = (answer: Answer | null): void => {
    const tell = waiting;
    waiting = null;
    tell?.(answer);
  };
  const started = (): ChildProcess => {
    if (child !== null) return child;
    const fresh = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'ignore'] });
    fresh.once('exit', () => {
      if (child !== fresh) return;
      child = null;
      settle(null);
    });
    fresh.stdin.on('error', () => settle(null));
    createInterface({ input: fresh.stdout }).on('line', (line) => {
      if (line.startsWith('{') && child === fresh) settle(JSON.parse(line));
    });
    child = fresh;
    return fresh;
  };
  const ask = (question: string): Promise<Answer | null> =>
    new Promise((resolve) => {
      const process = started();
      const timer = setTimeout(() => process.kill('SIGKILL'), TIMEOUT_MS);
      waiting = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      process.stdin?.write(`${question}\n`);
    });
  // One file at a time, for all callers.
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const first = await ask('version');
  return {
    name,
    version: first?.version ?? null,
    read: (path) => inTurn(async () => readingOf(await ask(path))),
    close: () => {
      const last = child;
      child = null;
      last?.kill();
    },
  };
}

function readingOf(answer: Answer | null): Reading | null {
  if (answer?.pages === undefined || answer.text === undefined) return null;
  const pages = picturesOf(readFileSync(answer.pages));
  rmSync(answer.pages, { force: true });
  return pages.length === 0 ? null : { words: wordsOf(answer.text), pages };
}
