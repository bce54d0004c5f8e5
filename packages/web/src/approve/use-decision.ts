import { batchApprovalSign } from '@cinnabar/api/operations/approvals.js';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Refused, Unanswered } from '../api/refused.js';
import { type LinkContext, useLink } from '../shared/link/link-context.js';
import type { Results } from './approvals.js';
import type { Decision, ProofGiven } from './decision.js';

async function sendDecision(
  link: LinkContext,
  decision: Decision,
  proof: ProofGiven | null,
  key: string,
): Promise<Results> {
  const { verdict, approvalIds, shown, reason } = decision;
  const decisions = approvalIds.map((approvalId, index) => ({
    approvalId,
    shown: shown[index] ?? '',
    ...(index === 0 && proof !== null ? proof : {}),
    approvalStatus: verdict === 'pass' ? (2 as const) : (3 as const),
    ...(reason === null ? {} : { failReason: reason }),
  }));
  const { signFlowProcessResps } = await link.call(batchApprovalSign, decisions, { idempotencyKey: key });
  return signFlowProcessResps;
}

/** Whether the decision may have been carried out: no response arrived, or the link ended together with its task. */
function isUnclear(error: unknown): boolean {
  return error instanceof Unanswered || (error instanceof Refused && error.code === '410');
}

/** Decides without a proof. Repeating the same decision reuses its idempotency key. */
export function useDirectDecision(recheck: () => Promise<void>): (decision: Decision) => Promise<Results> {
  const link = useLink();
  const keys = useRef(new Map<string, string>());
  return async (decision) => {
    const name = JSON.stringify(decision);
    const key = keys.current.get(name) ?? crypto.randomUUID();
    keys.current.set(name, key);
    try {
      return await sendDecision(link, decision, null, key);
    } catch (error) {
      if (isUnclear(error)) await recheck();
      throw error;
    }
  };
}

/** Decides with a proof where one is required. Repeating the same decision reuses its idempotency key. */
export function useDecision(
  decision: Decision,
  done: (results: Results) => void,
  recheck: () => Promise<void>,
) {
  const link = useLink();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const isRunning = useRef(false);
  const deciding = useMutation({
    async mutationFn(proof: ProofGiven | null) {
      return sendDecision(link, decision, proof, key);
    },
    onSuccess: done,
    async onError(error) {
      // A refusal changed nothing: the next attempt, with another proof, is a new act.
      if (error instanceof Refused) setKey(crypto.randomUUID());
      if (isUnclear(error)) await recheck();
    },
    onSettled() {
      isRunning.current = false;
    },
  });

  function decide(proof: ProofGiven | null) {
    // A second quick tap arrives before React renders the disabled button.
    if (isRunning.current) return;
    isRunning.current = true;
    deciding.mutate(proof);
  }

  const { error } = deciding;
  return {
    decide,
    isBusy: deciding.isPending,
    /** A wrong code or password, which is typed again. */
    refused: error instanceof Refused ? error.message : null,
    /** The page is in a frame, where decisions are not allowed. */
    needsOwnWindow: error instanceof Refused && error.reason === 'OWN_WINDOW_REQUIRED',
    isCodeOver: error instanceof Refused && error.reason === 'CODE_ENDED',
    isLocked: error instanceof Refused && error.code === '1404',
    wasCut: error !== null && !(error instanceof Refused),
    reset: () => deciding.reset(),
  };
}
