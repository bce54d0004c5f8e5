import { transact } from '../../database/transact.js';
import { refuseFor } from '../../refusal.js';
import { checkProof, keepIntents } from './confirm-intent.js';
import type { Proof, ProvingContext } from './prove-identity.js';
import type { FoundPart } from './signing-page.js';

/**
 * One proof for several contracts of one person and party: each gets an intent of its own, bound to its own text, and
 * is signed by an act of its own.
 * @throws Refusal why one of them cannot be signed now; 1401 to 1404 for a wrong proof
 */
export async function confirmParts(
  ctx: ProvingContext,
  parts: readonly FoundPart[],
  proof: Proof,
): Promise<void> {
  for (const { obstacle } of parts) if (obstacle !== null) throw refuseFor(obstacle);
  const seen = parts.map(({ flow, signer }) => ({ flow, own: [signer] }));
  await checkProof(ctx, proof, seen);
  await transact(ctx.db, (tx) => keepIntents(tx, ctx, seen, proof.authType));
}
