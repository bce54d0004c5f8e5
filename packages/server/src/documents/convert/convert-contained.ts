import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import {
  type ContainedAnswer,
  type ContainedFormat,
  type ContainedJob,
  MOST_MEMORY,
  OUT_OF_MEMORY,
} from './contained-protocol.js';
import { ConversionRefused } from './conversion-refused.js';

export interface ContainedOptions {
  readonly fontDir: string | null;
  /** ms */
  readonly deadline: number;
  /** Ends the process, for when the service closes. */
  readonly signal: AbortSignal;
}

/** A conversion failed through a fault of the program, not of the document. */
export class ConversionFailed extends Error {
  override readonly name = 'ConversionFailed';
}

/**
 * Turns a picture or a text into a PDF in a process of its own, started for it: decoders and layout are code that
 * bytes from outside are made for, and what they do to memory and time ends with this process.
 * @throws ConversionRefused TOO_SLOW, TOO_LARGE, BROKEN for what ends the process, and what pictureToPdf and textToPdf
 * throw; ConversionFailed
 */
export function convertContained(
  bytes: Uint8Array,
  format: ContainedFormat,
  { fontDir, deadline, signal }: ContainedOptions,
): Promise<Uint8Array> {
  const child = fork(new URL('./contained-child.js', import.meta.url), [], {
    serialization: 'advanced',
    // Neither flags, environment nor streams are handed down: secrets, and what a decoder complains of.
    execArgv: [`--max-old-space-size=${MOST_MEMORY}`],
    env: { TMPDIR: tmpdir() },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      settle();
      reject(error);
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(new ConversionRefused('TOO_SLOW', `${deadline} ms`)), deadline);
    const onAbort = (): void => end(new ConversionFailed('the service is closing'));
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.removeAllListeners('message').removeAllListeners('exit');
    };
    child.on('message', (answer: ContainedAnswer) => {
      settle();
      if (answer.type === 'done') resolve(answer.pdf);
      else if (answer.type === 'refused') reject(new ConversionRefused(answer.reason, answer.detail));
      else reject(new ConversionFailed(answer.detail));
    });
    child.on('exit', (code, killedBy) => {
      // V8 aborts where its heap is full.
      if (code === OUT_OF_MEMORY || killedBy === 'SIGABRT')
        end(new ConversionRefused('TOO_LARGE', `more than ${MOST_MEMORY} MiB`));
      else end(new ConversionRefused('BROKEN', `reading it ended with ${code ?? killedBy}`));
    });
    child.on('error', (error) => end(new ConversionFailed(error.message)));
    if (signal.aborted) return onAbort();
    child.send({ format, bytes, fontDir } satisfies ContainedJob);
  });
}
