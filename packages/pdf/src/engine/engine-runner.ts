import type { SigningCallbacks } from '../sign/sign-document.js';
import type { JobKind, JobOf, Outcome } from './engine-protocol.js';

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
