import type { signContract } from '@cinnabar/api/flows.js';
import { acceptanceOf } from '@cinnabar/api/pages/agreements.js';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keep } from '../api/kept.js';
import { Refused, Unanswered } from '../api/refused.js';
import type { BodyOf, DataOf } from '../api/wire.js';
import { tellHost } from '../embed/host.js';
import { useLink } from '../link/link-context.js';
import { digitsProof, type ProofMethod } from '../proof/digits-proof.js';
import { commandsOf, type Marks, type View } from './marks.js';
import type { Other } from './use-others.js';

export type Signed = DataOf<typeof signContract>;

interface Act {
  readonly view: View;
  readonly marks: Marks;
  readonly signed: (answer: Signed | null) => void;
  /** Asks how the flow stands; true where the signature is there after all. */
  readonly wasSigned: () => Promise<boolean>;
}

interface Proof {
  readonly method: ProofMethod;
  readonly digits: string;
  /** Of a password that is set by this act: the code that allows it. */
  readonly newByCode: string | null;
  /** Contracts that the same proof shall be for. */
  readonly others: readonly Other[];
}

/**
 * The act itself: once, however often it is pressed, and whatever the network does. Its key is made when the sheet is
 * opened; a refusal ends it, a lost answer does not.
 */
export function useIntent({ view, marks, signed, wasSigned }: Act) {
  const link = useLink();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isUnclear, setUnclear] = useState(false);
  const isRunning = useRef(false);
  /** The proof has been accepted apart from the act, and is not asked for again. */
  const isProven = useRef(view.hasIntent);

  const signing = useMutation({
    async mutationFn(proof: Proof) {
      const accepted = acceptanceOf(view.agreements.map(({ name }) => name));
      await link.ask('/pages/consents/accept', { accepted });
      if (!isProven.current && proof.others.length > 0) {
        const others = proof.others.map(({ flowId, participantId }) => ({ flowId, participantId }));
        await link.ask('/pages/sign/confirm', { others, ...digitsProof(proof) });
        isProven.current = true;
      }
      const body: BodyOf<typeof signContract> = {
        flowId: view.flowId,
        participantId: view.me.participantId,
        signComponents: commandsOf(view, marks),
        ...(isProven.current ? {} : digitsProof(proof)),
      };
      return link.call<typeof signContract>('/signTask/signContract', body, { idempotencyKey: key });
    },
    onSuccess(answer, { method }) {
      keep('proof', method);
      signed(answer);
    },
    async onError(error) {
      if (!(error instanceof Unanswered)) {
        // It was refused, so nothing was done: the next try is another act.
        setKey(crypto.randomUUID());
        if (error instanceof Refused && error.reason === 'WISH_REQUIRED') isProven.current = false;
        return;
      }
      // Before anybody presses again it is asked whether it was done.
      setUnclear(true);
      const isDone = await wasSigned().catch(() => false);
      setUnclear(false);
      if (!isDone) return;
      tellHost('signed', { signStatus: null, approvalId: null });
      signed(null);
    },
    onSettled() {
      isRunning.current = false;
    },
  });

  return {
    /** The second of two quick taps comes before anything is drawn anew. */
    sign(proof: Proof) {
      if (isRunning.current || isUnclear) return;
      isRunning.current = true;
      signing.mutate(proof);
    },
    reset: signing.reset,
    error: signing.error,
    isSigning: signing.isPending,
    isUnclear,
    wasCut: signing.error instanceof Unanswered && !isUnclear,
  };
}
