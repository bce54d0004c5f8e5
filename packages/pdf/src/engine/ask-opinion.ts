import { withOpinion } from '../verify/second-opinion/apply-opinion.js';
import type { UnfinishedReason } from '../verify/second-opinion/second-opinion.js';
import type { Verification } from '../verify/verification.js';
import type { EnginePool } from './engine-pool.js';
import type { Outcome } from './engine-protocol.js';

/** Limits of a rendering comparison, separate from those of the verification. */
export interface OpinionLimits {
  /** ms of processor time after which no further page is started. */
  readonly budget: number;
  /** ms of processor time after which its process is killed. */
  readonly processorTime: number;
  /** ms of elapsed time. */
  readonly deadline: number;
}

/** With the 15 s of a verification the answer precedes common client timeouts of 60 s. */
export const OPINION_LIMITS: OpinionLimits = { budget: 25_000, processorTime: 30_000, deadline: 40_000 };

interface AskedOpinion {
  /** Differing pages for which pictures are requested. */
  readonly pictures: number;
  /** See OpinionLimits. */
  readonly budget: number;
  /** Bytes held while it waits. */
  readonly bytes: number;
  readonly load: () => Promise<Uint8Array>;
}

const UNFINISHED: Readonly<Record<Exclude<Outcome<'secondOpinion'>['type'], 'done'>, UnfinishedReason>> = {
  threw: 'FAILED',
  signerFailed: 'FAILED',
  crashed: 'FAILED',
  memory: 'MEMORY',
  deadline: 'BUDGET',
  processorTime: 'BUDGET',
};

/**
 * Adds a second opinion to the verification, if requested. If the rendering process crashes or is killed, the
 * signatures are undecided. Throws EngineBusy if the queue is full: a later attempt yields a verdict, and not a doubt
 * caused only by other people's files.
 */
export async function askOpinion(
  pool: EnginePool,
  verification: Verification,
  { pictures, budget, bytes, load }: AskedOpinion,
): Promise<Verification> {
  const { secondOpinion } = verification;
  if (secondOpinion.status !== 'wanted') return verification;
  const kind = 'secondOpinion';
  const { comparisons } = secondOpinion;
  const outcome = await pool.perform<typeof kind>({
    load: async () => ({ kind, comparisons, pictures, budget, bytes: await load() }),
    ...{ bytes, signing: null },
  });
  const given =
    outcome.type === 'done'
      ? outcome.result
      : { status: 'unfinished' as const, reason: UNFINISHED[outcome.type] };
  return withOpinion(verification, given);
}
