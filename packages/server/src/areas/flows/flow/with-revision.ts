import { refuseFor } from '../../../operation/refusal.js';
import { RevisionLost } from './revision-lost.js';

const maxAttempts = 5;

/**
 * Runs an act that is built on a revision of a flow and guarded by it. When somebody else's commit came first it runs
 * again from the start, on what is stored then; after five times the caller is asked to come back. Nothing of a lost
 * attempt is left but bytes that no row refers to.
 * @throws Refusal REVISION_CONFLICT (503)
 */
export async function withRevision<T>(attempt: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RevisionLost)) throw error;
      if (number === maxAttempts) throw refuseFor('REVISION_CONFLICT', undefined, 1);
    }
  }
}
