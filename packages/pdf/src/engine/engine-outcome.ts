import { DocumentRefused, DrawingRefused } from '../model.js';
import { RenderFailed } from '../render/page-renderer.js';
import { EngineFailed } from './engine-pool.js';
import type { JobKind, JobResults, Outcome } from './engine-protocol.js';

/** A picture that crashes the process reading it, or exceeds its time limit, is refused like any other broken one. */
export async function orBroken<Read>(reading: Promise<Read>): Promise<Read | { readonly refused: 'BROKEN' }> {
  try {
    return await reading;
  } catch (error) {
    const gaveUp = error instanceof EngineFailed && ['DEADLINE', 'MEMORY', 'CRASHED'].includes(error.reason);
    if (gaveUp) return { refused: 'BROKEN' };
    throw error;
  }
}

/** SIGKILL to the process itself, or to the one that bubblewrap started (128 + 9). */
const KILLED = new Set(['SIGKILL', '137']);

/**
 * Whether the process was killed by somebody else: the kernel short of memory, an operator. That says nothing of the file,
 * which another process reads; one whose reading ends like that again is refused. The engine's own limits and crashes of
 * native code end otherwise.
 */
export function wasKilled(outcome: Outcome<JobKind>): boolean {
  return outcome.type === 'crashed' && KILLED.has(outcome.detail);
}

/** The result of a job. @throws what the engine throws for it */
export function resultOf<K extends JobKind>(outcome: Outcome<K>, kind: K): JobResults[K] {
  if (outcome.type === 'done') return outcome.result;
  throw errorOf(outcome, kind);
}

function errorOf<K extends JobKind>(outcome: Exclude<Outcome<K>, { type: 'done' }>, kind: JobKind): unknown {
  if (outcome.type === 'signerFailed') return outcome.error;
  if (outcome.type === 'threw') {
    const { error } = outcome;
    if (error.type === 'DocumentRefused') return new DocumentRefused(error.reason, error.detail);
    if (error.type === 'DrawingRefused')
      return new DrawingRefused(error.reason, error.label, error.character);
    if (error.type === 'RenderFailed') return new RenderFailed(error.reason, error.detail);
    return new EngineFailed('FAILED', error.detail);
  }
  // A file that cannot be read within these limits is unusable, whatever the cause.
  if (kind === 'importPdf' || (kind === 'verifyDocument' && outcome.type === 'crashed'))
    return new DocumentRefused('BROKEN', `reading it was given up (${outcome.type})`);
  if (kind === 'verifyDocument')
    return new DocumentRefused('TOO_COMPLEX', `verifying it was given up (${outcome.type})`);
  if (outcome.type === 'deadline') return new EngineFailed('DEADLINE', kind);
  if (outcome.type === 'memory') return new EngineFailed('MEMORY', kind);
  if (outcome.type === 'processorTime') return new EngineFailed('PROCESSOR_TIME', kind);
  return new EngineFailed('CRASHED', outcome.detail);
}
