import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Containment, inSandbox } from '../containment/containment.js';
import { killGroup } from '../containment/kill-group.js';
import { nodeProgram } from '../containment/program-folders.js';
import { parserAccess } from '../engine/parser-access.js';
import type { FontFiles } from '../fonts/font-files.js';
import {
  type ContainedAnswer,
  type ContainedFormat,
  type ContainedJob,
  MAX_MEMORY,
  OUT_OF_MEMORY,
} from './contained-protocol.js';
import { ConversionRefused } from './conversion-refused.js';

const CHILD = fileURLToPath(new URL('./contained-child.js', import.meta.url));
/** 128 and the number of SIGABRT. */
const ABORTED = 134;

export interface ContainedOptions {
  readonly containment: Containment;
  readonly fonts: FontFiles;
  /** ms */
  readonly deadline: number;
  /** Kills the process, when the service closes. */
  readonly signal: AbortSignal;
}

/**
 * A conversion failed because of the program and not of the document.
 * @public
 */
export class ConversionFailed extends Error {
  override readonly name = 'ConversionFailed';
}

/**
 * Converts a picture or a text to PDF in a process started for it: decoders and layout are the code that malicious
 * input targets, and its effects on memory and time end with the process.
 * @throws ConversionRefused TOO_SLOW, TOO_LARGE, BROKEN if the process crashes or is killed, and the refusals of
 * pictureToPdf and textToPdf; ConversionFailed
 */
export function convertContained(
  bytes: Uint8Array,
  format: ContainedFormat,
  { containment, fonts, deadline, signal }: ContainedOptions,
): Promise<Uint8Array> {
  const command = [nodeProgram(), `--max-old-space-size=${MAX_MEMORY}`, CHILD] as const;
  const [program, ...args] = inSandbox(containment, command, parserAccess(fonts));
  const child = spawn(program, args, {
    serialization: 'advanced',
    // Flags, environment and streams are not inherited: they may contain secrets, and decoders print to them.
    env: { TMPDIR: tmpdir() },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      settle();
      reject(error);
      killGroup(child);
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
      // V8 aborts when its heap is exhausted; a sandbox reports this by exit code.
      if (code === OUT_OF_MEMORY || code === ABORTED || killedBy === 'SIGABRT')
        end(new ConversionRefused('TOO_LARGE', `more than ${MAX_MEMORY} MiB`));
      else end(new ConversionRefused('BROKEN', `reading it ended with ${code ?? killedBy}`));
    });
    child.on('error', (error) => end(new ConversionFailed(error.message)));
    if (signal.aborted) return onAbort();
    child.send({ format, bytes, fonts } satisfies ContainedJob);
  });
}
