import { withOpinion } from '../verify/second-opinion/apply-opinion.js';
import type { UnfinishedReason } from '../verify/second-opinion/second-opinion.js';
import type { Verification } from '../verify/verification.js';
import type { EnginePool } from './engine-pool.js';
import type { Outcome } from './engine-protocol.js';

/** Limits of a rendering comparison, separate from the verification. */
export interface OpinionLimits {
  /** ms of processor time after which no further page is begun. */
  readonly budget: number;
  /** ms of processor time after which its process is ended. */
  readonly processorTime: number;
  /** ms by the clock. */
  readonly deadline: number;
}

/** Together with the 15 s of a verification an answer comes before clients give up after 60 s. */
export const OPINION_LIMITS: OpinionLimits = { budget: 25_000, processorTime: 30_000, deadline: 40_000 };

interface AskedOpinion {
  /** Pages that differ and of which pictures are wanted. */
  readonly pictures: number;
  /** See OpinionLimits. */
  readonly budget: number;
  /** Held while it waits. */
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
 * The verification with its second opinion, where one is wanted. Whatever ends the process that renders leaves the
 * signatures undecided. Throws EngineBusy where the queue is full: who comes back hears a verdict, and not a doubt that
 * only other people's files have caused.
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
