import { useMutation } from '@tanstack/react-query';
import { ScanFace, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { Sheet } from '../shared/components/sheet.js';
import { OwnWindowSheet } from '../shared/embed/own-window-sheet.js';
import { useLink } from '../shared/link/link-context.js';
import { digitsProof, type ProofMethod } from '../shared/proof/digits-proof.js';
import { forgetSentCode, ProofFields } from '../shared/proof/proof-fields.js';
import { useProof } from '../shared/proof/use-proof.js';
import { keep } from '../shared/state/kept.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { Results } from './approvals.js';
import { approveTexts } from './approve-texts.js';
import type { Decision, ProofGiven } from './decision.js';
import { startFaceCheck } from './face-detour.js';
import { useDecision } from './use-decision.js';

interface Props {
  readonly decision: Decision;
  readonly proofs: readonly ProofMethod[];
  /** What the decision is about. */
  readonly summary: ReactNode;
  readonly kind: 'seal' | 'contract';
  readonly corpName: string;
  readonly mobile: string;
  /** Proof from a face check that has just been passed. */
  readonly faceProof: ProofGiven | null;
  readonly close: () => void;
  readonly done: (results: Results) => void;
  /** Queries the state of the approvals after a lost response. */
  readonly recheck: () => Promise<void>;
}

/** Final confirmation: states the consequence and, where the enterprise requires it, asks for a proof of identity. */
export function DecisionSheet(props: Props) {
  const { decision, proofs, summary, kind, corpName, mobile, faceProof, close, done, recheck } = props;
  const t = useTexts(approveTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const act = useDecision(
    decision,
    (results) => {
      forgetSentCode();
      if (proofs.length > 0) keep('proof', method);
      done(results);
    },
    recheck,
  );
  const isProven = proofs.length === 0 || faceProof !== null;

  const { refused } = act;
  const proof = useProof(proofs, refused !== null, act.reset);
  const { method, digits, newByCode } = proof;
  const facing = useMutation({
    mutationFn: () => startFaceCheck(link, decision),
    onSuccess: (url) => location.assign(url),
  });

  if (act.needsOwnWindow) return <OwnWindowSheet about="approve" close={close} />;
  const isPass = decision.verdict === 'pass';
  const count = decision.approvalIds.length;
  const faceFailure =
    facing.error === null ? null : facing.error instanceof Refused ? facing.error.message : app.offlineText;
  const failure = digits === '' ? refused : null;
  const isComplete = isProven || proof.isComplete;
  const passWord = count > 1 ? t.passMany : kind === 'seal' ? t.passSeal : t.passContract;
  const consequence = !isPass
    ? t.rejectConsequence
    : count > 1
      ? t.consequenceMany(count)
      : kind === 'seal'
        ? t.consequenceSeal
        : t.consequenceContract;

  function proofGiven(): ProofGiven | null {
    if (faceProof !== null) return faceProof;
    if (isProven) return null;
    return digitsProof({ method, digits, newByCode });
  }

  return (
    <Sheet
      title={isPass ? passWord : t.rejectTitle}
      isOpen
      close={close}
      isHeld={act.isBusy}
      footer={
        <>
          {act.wasCut && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {t.interrupted}
            </p>
          )}
          {isProven && refused !== null && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {refused}
            </p>
          )}
          {!isProven && method === 'face' ? (
            <Button
              look="ink"
              wide
              needsNetwork
              busyLabel={facing.isPending ? t.faceGoing : null}
              onPress={() => facing.mutate()}
            >
              <ScanFace {...iconSize} />
              {t.faceGo}
            </Button>
          ) : (
            <Button
              look={isPass ? 'binding' : 'dangerous'}
              wide
              needsNetwork
              isDisabled={!isComplete}
              busyLabel={act.isBusy ? (isPass && kind === 'seal' ? t.stamping : t.acting) : null}
              onPress={() => act.decide(proofGiven())}
            >
              {act.wasCut ? t.retry : isPass ? passWord : t.rejectAct}
            </Button>
          )}
          {!isComplete && method !== 'face' && (
            <p className="m-0 mt-2 text-center text-caption text-n-500">{t.sixDigits}</p>
          )}
        </>
      }
    >
      <div className="rounded-card bg-n-50 p-4">
        <p className="m-0 text-body font-semibold names">
          <bdi>{t.forCorp(corpName)}</bdi>
        </p>
        {summary}
        {decision.reason !== null && (
          <p className="m-0 mt-2 text-small text-n-700 names">
            <bdi>{t.rejectedText(decision.reason)}</bdi>
          </p>
        )}
      </div>
      <p
        className={`mt-3 mb-0 rounded-control px-3 py-2 text-small ${isPass ? 'bg-warning-tint text-warning' : 'bg-danger-tint text-danger'}`}
      >
        {consequence}
      </p>
      {faceProof !== null && (
        <p className="mt-4 mb-2 flex items-center gap-2 text-body text-success">
          <ShieldCheck {...iconSize} className="shrink-0" />
          {t.faceDone}
        </p>
      )}
      {!isProven && (
        <ProofFields
          proof={proof}
          methods={proofs}
          about={{ smsType: 'approval', approvalIds: [...decision.approvalIds] }}
          mobile={mobile}
          failure={failure}
          isLocked={act.isLocked}
          isCodeOver={act.isCodeOver}
          face={{ text: t.faceText, failure: faceFailure }}
        />
      )}
    </Sheet>
  );
}
