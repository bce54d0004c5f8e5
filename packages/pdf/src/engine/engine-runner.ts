import type { SigningCallbacks } from '../sign/sign-document.js';
import type { JobKind, JobOf, JobResults, ThrownInWorker } from './engine-protocol.js';

/** What became of a job. After all but `done`, `threw` and `signerFailed` the runner is gone. */
export type Outcome<K extends JobKind> =
  | { readonly type: 'done'; readonly result: JobResults[K] }
  | { readonly type: 'threw'; readonly error: ThrownInWorker }
  | { readonly type: 'signerFailed'; readonly error: unknown }
  | { readonly type: 'deadline' }
  | { readonly type: 'memory' }
  | { readonly type: 'processorTime' }
  | { readonly type: 'crashed'; readonly detail: string };

/** What works on the engine's jobs, one at a time: a thread, or a process of its own. */
export interface EngineRunner {
  readonly alive: boolean;
  /** Runs one job to its end, or ends itself after `deadline` ms. Never rejects. */
  run<K extends JobKind>(
    job: JobOf<K>,
    deadline: number,
    signing: SigningCallbacks | null,
  ): Promise<Outcome<K>>;
  end(): Promise<void>;
}
