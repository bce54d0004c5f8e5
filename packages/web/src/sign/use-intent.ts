import { signContract } from '@cinnabar/api/operations/flows.js';
import { acceptanceOf } from '@cinnabar/api/pages/agreements.js';
import { acceptConsents } from '@cinnabar/api/pages/consent.js';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Refused, Unanswered } from '../api/refused.js';
import type { BodyOf, DataOf } from '../api/wire.js';
import { postToHost } from '../shared/embed/host.js';
import { useLink } from '../shared/link/link-context.js';
import { digitsProof, type ProofMethod } from '../shared/proof/digits-proof.js';
import type { FaceResult } from '../shared/proof/face-check.js';
import { keep } from '../shared/state/kept.js';
import { commandsOf, type Marks, type View } from './marks.js';
import type { Other } from './use-others.js';

export type Signed = DataOf<typeof signContract>;

interface Act {
  readonly view: View;
  readonly marks: Marks;
  /** Result of a face check that was made for these marks. */
  readonly face: FaceResult | null;
  /** Saves the marks if they are not saved yet. */
  readonly keepNow: () => Promise<void>;
  readonly signed: (answer: Signed | null) => void;
  /** Queries the state of the flow; true if the signature was stored after all. */
  readonly wasSigned: () => Promise<boolean>;
  /** What would be signed is no longer what was displayed. */
  readonly outdated: () => void;
}

interface Proof {
  readonly method: ProofMethod;
  readonly digits: string;
  /** The code that authorises setting a new password in the same request. */
  readonly newByCode: string | null;
  /** Contracts covered by the same proof, each as its own page showed it. */
  readonly others: readonly Other[];
}

function togetherOf({ flowId, participantId, prepared }: Other) {
  return { flowId, participantId, ...prepared };
}

/**
 * Signs exactly once, whatever the person presses and the network does. The idempotency key is made when the sheet is
 * opened; a refusal ends its use, a lost response does not.
 */
export function useIntent({ view, marks, face, keepNow, signed, wasSigned, outdated }: Act) {
  const link = useLink();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isUnclear, setUnclear] = useState(false);
  const isRunning = useRef(false);
  /** A face check proves one act; after a refusal it is used up. */
  const [isFaceSpent, setFaceSpent] = useState(false);
  const isProven = face !== null && !isFaceSpent;

  const signing = useMutation({
    async mutationFn(proof: Proof) {
      const accepted = acceptanceOf(view.agreements.map(({ name }) => name));
      // A draft that arrives after the signature would be refused, and after a failure it is needed.
      await Promise.all([keepNow(), link.call(acceptConsents, { accepted })]);
      const body: BodyOf<typeof signContract> = {
        flowId: view.flowId,
        participantId: view.me.participantId,
        signComponents: commandsOf(view, marks),
        shown: view.shown,
        others: proof.others.map(togetherOf),
        ...(face !== null && isProven ? { authType: 'face' as const, ...face } : digitsProof(proof)),
      };
      return link.call(signContract, body, { idempotencyKey: key });
    },
    onSuccess(answer, { method }) {
      keep('proof', method);
      signed(answer);
    },
    async onError(error) {
      if (!(error instanceof Unanswered)) {
        // A refusal changed nothing: the next attempt is a new act.
        setKey(crypto.randomUUID());
        if (error instanceof Refused && error.code === '1403') setFaceSpent(true);
        if (error instanceof Refused && error.reason === 'CONTENT_CHANGED') outdated();
        return;
      }
      // The outcome is queried before another attempt.
      setUnclear(true);
      const isDone = await wasSigned().catch(() => false);
      setUnclear(false);
      if (!isDone) return;
      postToHost('signed', { signStatus: null, approvalId: null });
      signed(null);
    },
    onSettled() {
      isRunning.current = false;
    },
  });

  return {
    /** A second quick tap arrives before React renders the disabled button. */
    sign(proof: Proof) {
      if (isRunning.current || isUnclear) return;
      isRunning.current = true;
      signing.mutate(proof);
    },
    isProven,
    reset: signing.reset,
    error: signing.error,
    isSigning: signing.isPending,
    isUnclear,
    wasCut: signing.error instanceof Unanswered && !isUnclear,
  };
}
