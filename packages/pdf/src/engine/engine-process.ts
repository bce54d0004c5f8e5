import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inSandbox } from '../containment/containment.js';
import { killGroup } from '../containment/kill-group.js';
import { nodeProgram } from '../containment/program-folders.js';
import type { FromProcess, JobKind, JobOf, Outcome, ToProcess, WorkerSettings } from './engine-protocol.js';
import type { EngineRunner } from './engine-runner.js';
import { parserAccess } from './parser-access.js';
import { atPriority, type Priority } from './process-priority.js';

const CHILD = fileURLToPath(new URL('./engine-child.js', import.meta.url));

/** Exit code of a process whose memory exceeded the limit. */
export const OUT_OF_MEMORY = 77;
/** Exit code after a job has exceeded its processor time. */
export const OUT_OF_PROCESSOR_TIME = 78;

/** Time within which the exit of a process is known whose channel has broken. */
const EXIT_MS = 1_000;

export interface ProcessLimits {
  /** MiB of the whole process (resident set). */
  readonly memory: number;
  /** Limit of processor time of one job in all threads, ms; null: only its deadline counts. */
  readonly processorTime: number | null;
  readonly priority: Priority;
}

/**
 * A process that reads untrusted bytes, one job at a time. A thread would share the service's memory: its limits apply
 * only to the object heap, while a decompression bomb grows in byte buffers, and a crash of native code ends the whole
 * process. The effects of a malicious file end with this process.
 */
export class EngineProcess implements EngineRunner {
  readonly #child: ChildProcess;
  #alive = true;

  constructor(settings: WorkerSettings, limits: ProcessLimits) {
    const command = [nodeProgram(), CHILD, JSON.stringify({ settings, limits })] as const;
    const access = parserAccess(settings.fonts);
    const [program, ...args] = atPriority(limits.priority, inSandbox(settings.containment, command, access));
    this.#child = spawn(program, args, {
      serialization: 'advanced',
      // Flags, environment and streams are not inherited: they may contain secrets, and parsers print to them.
      env: { TMPDIR: tmpdir() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    });
    this.#child.on('error', () => {
      this.#alive = false;
    });
    this.#child.on('exit', () => {
      this.#alive = false;
    });
    this.#letServiceEnd();
  }

  get alive(): boolean {
    return this.#alive;
  }

  run<K extends JobKind>(job: JobOf<K>, deadline: number): Promise<Outcome<K>> {
    const child = this.#child;
    return new Promise((resolve) => {
      const settle = (outcome: Outcome<K>): void => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('error', onError);
        child.off('exit', onExit);
        this.#letServiceEnd();
        resolve(outcome);
      };
      const end = (outcome: Outcome<K>): void => {
        this.#alive = false;
        settle(outcome);
        killGroup(child);
      };
      const onMessage = (message: FromProcess<K>): void => {
        if (message.last) this.#alive = false;
        settle(message.outcome);
      };
      // The channel of a process that has died may break before its exit is known, which tells why it died.
      const lost = (detail: string): void => {
        clearTimeout(timer);
        timer = setTimeout(() => end({ type: 'crashed', detail }), child.pid === undefined ? 0 : EXIT_MS);
      };
      const onError = (error: Error): void => lost(error.message);
      const onExit = (code: number | null, signal: string | null): void => end(outcomeOf(code, signal));

      let timer = setTimeout(() => end({ type: 'deadline' }), deadline);
      child.on('message', onMessage);
      child.on('error', onError);
      child.on('exit', onExit);
      // A process with a job keeps the service alive, an idle one does not.
      child.ref();
      child.channel?.ref();
      if (child.connected) child.send({ job, deadline } satisfies ToProcess<K>);
      else if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
      else lost('the process is gone');
    });
  }

  end(): Promise<void> {
    this.#alive = false;
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      return Promise.resolve();
    return new Promise((resolve) => {
      child.ref();
      child.once('exit', () => resolve());
      killGroup(child);
    });
  }

  #letServiceEnd(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

function outcomeOf(code: number | null, signal: string | null): Outcome<never> {
  if (code === OUT_OF_MEMORY) return { type: 'memory' };
  if (code === OUT_OF_PROCESSOR_TIME) return { type: 'processorTime' };
  return { type: 'crashed', detail: `${code ?? signal}` };
}
