import type { SigningCallbacks } from '../sign/sign-document.js';
import type { JobKind, JobOf, Outcome } from './engine-protocol.js';

/** Runs jobs of the engine one at a time, in a thread or a process. */
export interface EngineRunner {
  readonly alive: boolean;
  /** Runs one job to its end, or kills itself after `deadline` ms. Never rejects. */
  run<K extends JobKind>(
    job: JobOf<K>,
    deadline: number,
    signing: SigningCallbacks | null,
  ): Promise<Outcome<K>>;
  end(): Promise<void>;
}
