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
  /** Of a face check that was made for these marks. */
  readonly face: FaceResult | null;
  readonly signed: (answer: Signed | null) => void;
  /** Asks how the flow stands; true where the signature is there after all. */
  readonly wasSigned: () => Promise<boolean>;
  /** What is to be signed is not what was shown any more. */
  readonly outdated: () => void;
}

interface Proof {
  readonly method: ProofMethod;
  readonly digits: string;
  /** Of a password that is set by this act: the code that allows it. */
  readonly newByCode: string | null;
  /** Contracts that the same proof is for, each as its own page showed it. */
  readonly others: readonly Other[];
}

function togetherOf({ flowId, participantId, prepared }: Other) {
  return { flowId, participantId, ...prepared };
}

/**
 * The act itself: once, however often it is pressed, and whatever the network does. Its key is made when the sheet is
 * opened; a refusal ends it, a lost answer does not.
 */
export function useIntent({ view, marks, face, signed, wasSigned, outdated }: Act) {
  const link = useLink();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isUnclear, setUnclear] = useState(false);
  const isRunning = useRef(false);
  /** A face check proves one act; one that was refused proves nothing any more. */
  const [isFaceSpent, setFaceSpent] = useState(false);
  const isProven = face !== null && !isFaceSpent;

  const signing = useMutation({
    async mutationFn(proof: Proof) {
      const accepted = acceptanceOf(view.agreements.map(({ name }) => name));
      await link.call(acceptConsents, { accepted });
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
        // It was refused, so nothing was done: the next try is another act.
        setKey(crypto.randomUUID());
        if (error instanceof Refused && error.code === '1403') setFaceSpent(true);
        if (error instanceof Refused && error.reason === 'CONTENT_CHANGED') outdated();
        return;
      }
      // Before anybody presses again it is asked whether it was done.
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
    /** The second of two quick taps comes before anything is drawn again. */
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
