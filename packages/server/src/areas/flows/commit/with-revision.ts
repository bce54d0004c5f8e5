import { refuseFor } from '../../../operation/refusal.js';
import { RevisionLost } from './revision-lost.js';

const maxAttempts = 5;

/**
 * Runs an act that is based on a revision of a flow and guarded by it (optimistic locking). On a revision conflict it
 * runs again from the start on the stored state; after five attempts the caller is asked to retry. A lost attempt
 * leaves nothing but bytes to which no row refers.
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
