import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SigningCallbacks } from '../sign/sign-document.js';
import type { FromWorker, JobKind, JobOf, Outcome, ToWorker, WorkerSettings } from './engine-protocol.js';
import type { EngineRunner } from './engine-runner.js';
// The native libraries must be loaded before the first thread is, and outlive the last thread that uses them: unloading
// them with a thread while their own threads run can crash the whole process.
import 'sharp';

export interface WorkerLimits {
  /** Heap limit of a thread, MiB. */
  readonly memory: number;
}

/** One worker thread and its current job. */
export class EngineWorker implements EngineRunner {
  readonly #thread: Worker;
  #alive = true;

  constructor(settings: WorkerSettings, limits: WorkerLimits) {
    this.#thread = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: limits.memory },
      // Flags and environment are not inherited: the environment contains secrets that drawing does not need.
      execArgv: [],
      env: { TMPDIR: tmpdir() },
    });
    // The engine notices a thread that has crashed between jobs when it requests one.
    this.#thread.on('error', () => {
      this.#alive = false;
    });
    this.#thread.on('exit', () => {
      this.#alive = false;
    });
    this.#thread.unref();
  }

  get alive(): boolean {
    return this.#alive;
  }

  run<K extends JobKind>(
    job: JobOf<K>,
    deadline: number,
    signing: SigningCallbacks | null,
  ): Promise<Outcome<K>> {
    const thread = this.#thread;
    return new Promise((resolve) => {
      const settle = (outcome: Outcome<K>): void => {
        clearTimeout(timer);
        thread.off('message', onMessage);
        thread.off('error', onError);
        thread.off('exit', onExit);
        thread.unref();
        resolve(outcome);
      };
      const end = (outcome: Outcome<K>): void => {
        this.#alive = false;
        settle(outcome);
        void thread.terminate();
      };

      let signerError: { readonly error: unknown } | null = null;
      const ask = async (question: (callbacks: SigningCallbacks) => Promise<ToWorker>): Promise<void> => {
        try {
          if (signing === null) throw new Error('a job without a signer asked for a signature');
          const answer = await question(signing);
          if (this.#alive) this.#send(answer);
        } catch (error) {
          signerError = { error };
          if (this.#alive) this.#send({ type: 'noSignature' });
        }
      };
      const askForSignature = (toBeSigned: Uint8Array) =>
        ask(async ({ sign }) => ({ type: 'signature', value: await sign(toBeSigned) }));
      const askForTimestamp = (digest: Uint8Array) =>
        ask(async ({ timestamp }) => ({ type: 'timestamp', token: await timestamp(digest) }));

      const onMessage = (message: FromWorker<K>): void => {
        if (message.type === 'toBeSigned') void askForSignature(message.bytes);
        else if (message.type === 'toBeTimestamped') void askForTimestamp(message.digest);
        else if (message.type === 'done') settle({ type: 'done', result: message.result });
        else if (signerError !== null) settle({ type: 'signerFailed', error: signerError.error });
        else settle({ type: 'threw', error: message.error });
      };
      const onError = (error: Error & { code?: string }): void => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end({ type: 'memory' });
        else end({ type: 'crashed', detail: error.stack ?? error.message });
      };
      const onExit = (code: number): void =>
        end({ type: 'crashed', detail: `the thread ended with ${code}` });

      const timer = setTimeout(() => end({ type: 'deadline' }), deadline);
      thread.on('message', onMessage);
      thread.on('error', onError);
      thread.on('exit', onExit);
      // A thread with a job keeps the process alive, an idle one does not.
      thread.ref();
      try {
        const moved = withBytesOfItsOwn(job);
        thread.postMessage({ type: 'job', job: moved.job }, moved.buffers);
      } catch (error) {
        // A message that cannot be cloned never reached the thread.
        settle({ type: 'threw', error: { type: 'other', detail: String(error) } });
      }
    });
  }

  #send(message: ToWorker): void {
    this.#thread.postMessage(message);
  }

  async end(): Promise<void> {
    this.#alive = false;
    await this.#thread.terminate();
  }
}

/**
 * Copies the document exactly once and transfers it: a clone would include the whole buffer behind a view, and
 * transferring the caller's own bytes would detach them.
 */
function withBytesOfItsOwn<K extends JobKind>(
  job: JobOf<K>,
): { readonly job: object; readonly buffers: readonly ArrayBuffer[] } {
  if (!('bytes' in job) || !(job.bytes instanceof Uint8Array)) return { job, buffers: [] };
  const bytes = new Uint8Array(job.bytes);
  return { job: { ...job, bytes }, buffers: [bytes.buffer] };
}
