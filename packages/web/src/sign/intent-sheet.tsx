import { acceptanceOf } from '@cinnabar/api/pages/agreements.js';
import { acceptConsents } from '@cinnabar/api/pages/consent.js';
import { useMutation } from '@tanstack/react-query';
import { ScanFace, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { Sheet } from '../shared/components/sheet.js';
import { Consent } from '../shared/consent/consent.js';
import { isFramed } from '../shared/embed/host.js';
import { OwnWindowSheet } from '../shared/embed/own-window-sheet.js';
import { useLink } from '../shared/link/link-context.js';
import { type FaceResult, faceCheckAddress } from '../shared/proof/face-check.js';
import { forgetSentCode, ProofFields } from '../shared/proof/proof-fields.js';
import { useProof } from '../shared/proof/use-proof.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { IntentSummary } from './intent-summary.js';
import { commandsOf, type Marks, type View } from './marks.js';
import { signTexts } from './sign-texts.js';
import { Together } from './together.js';
import { type Signed, useIntent } from './use-intent.js';
import { OTHERS_KEPT_MS, type Other, useOthers } from './use-others.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly seenPages: number;
  readonly close: () => void;
  readonly signed: (answer: Signed | null) => void;
  readonly wasSigned: () => Promise<boolean>;
  /** The contract has changed and must be reviewed again. */
  readonly outdated: () => void;
  /** Saves the marks before the page is left for a face check. */
  readonly keepNow: () => Promise<void>;
  /** Result of a face check for the current marks. */
  readonly face: FaceResult | null;
}

/** Summary of what is signed, with the proof of intent. Six digits enable the button; they never submit. */
export function IntentSheet({
  view,
  marks,
  seenPages,
  close,
  signed,
  wasSigned,
  outdated,
  keepNow,
  face,
}: Props) {
  const t = useTexts(signTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const [isAgreed, setAgreed] = useState(() => view.agreements.every(({ accepted }) => accepted));
  const [chosen, setChosen] = useState<readonly Other[]>([]);
  const { ready, isKnown } = useOthers(face === null, OTHERS_KEPT_MS);
  // Where the answer is still on its way, its line is kept free, so that nothing moves when it arrives.
  const [isReserved] = useState(!isKnown);
  const act = useIntent({
    view,
    marks,
    face,
    keepNow,
    wasSigned,
    outdated,
    signed(answer) {
      forgetSentCode();
      signed(answer);
    },
  });

  const { error, isProven } = act;
  const isRefused = error instanceof Refused;
  const proof = useProof(view.proofs, isRefused, act.reset);
  const { method, digits, newByCode } = proof;
  const facing = useMutation({
    async mutationFn() {
      // Consent given here stands, whatever the outcome of the check.
      const accepted = acceptanceOf(view.agreements.map(({ name }) => name));
      await link.call(acceptConsents, { accepted });
      await keepNow();
      return faceCheckAddress(link, {
        id: String(view.flowId),
        authType: 'signContract',
        participantId: view.me.participantId,
        signComponents: commandsOf(view, marks),
      });
    },
    onSuccess: (url) => location.assign(url),
  });

  const isBusy = act.isSigning || act.isUnclear;
  const faceFailure =
    facing.error === null ? null : facing.error instanceof Refused ? facing.error.message : app.offlineText;
  const failure = isRefused && digits === '' ? error.message : null;
  const isLocked = isRefused && error.code === '1404';
  const asks = marks.some(({ ink }) => ink.kind === 'seal' && ink.seal.needsApproval);
  const isComplete = isProven || proof.isComplete;
  const label = act.wasCut ? t.retry : asks ? t.submit : t.sign;
  const wantsFace = method === 'face' && !isProven;
  const isElsewhere = isRefused && error.reason === 'OWN_WINDOW_REQUIRED';
  if (isElsewhere || (isFramed && !view.isEnterprise)) {
    return <OwnWindowSheet about="sign" close={close} />;
  }
  return (
    <Sheet
      title={t.confirm}
      isOpen
      close={close}
      isHeld={isBusy}
      footer={
        <>
          {act.wasCut && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {t.interrupted}
            </p>
          )}
          {isProven && failure !== null && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {failure}
            </p>
          )}
          {wantsFace ? (
            <Button
              look="ink"
              wide
              needsNetwork
              isDisabled={!isAgreed}
              busyLabel={facing.isPending ? t.faceOpening : null}
              onPress={() => facing.mutate()}
            >
              <ScanFace {...iconSize} />
              {t.faceGo}
            </Button>
          ) : (
            <Button
              look="binding"
              wide
              needsNetwork
              isDisabled={!isComplete || !isAgreed}
              busyLabel={act.isUnclear ? t.checking : act.isSigning ? t.signing : null}
              onPress={() => act.sign({ method, digits, newByCode, others: chosen })}
            >
              {label}
            </Button>
          )}
          <p className="m-0 mt-2 text-center text-caption text-n-500">
            {!isAgreed ? t.consentFirst : !isComplete && !wantsFace ? t.sixDigits : t.binding}
          </p>
        </>
      }
    >
      <IntentSummary view={view} marks={marks} seenPages={seenPages} />
      {asks && (
        <p className="mt-3 mb-0 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
          {t.willAsk}
        </p>
      )}
      {isProven ? (
        <p className="mt-4 mb-2 flex items-center gap-2 text-body text-success">
          <ShieldCheck {...iconSize} className="shrink-0" />
          {t.proven}
        </p>
      ) : (
        <ProofFields
          proof={proof}
          methods={view.proofs}
          about={{ smsType: 'sign', flowIds: [view.flowId, ...chosen.map(({ flowId }) => flowId)] }}
          mobile={view.mobile}
          failure={failure}
          isLocked={isLocked}
          isCodeOver={isRefused && error.reason === 'CODE_ENDED'}
          face={{ text: t.faceText, failure: faceFailure }}
        />
      )}
      <Consent
        names={view.agreements.map(({ name }) => name)}
        text={t.consent}
        isGiven={isAgreed}
        give={setAgreed}
      />
      {!isProven && method !== 'face' && (
        <Together others={ready} isReserved={isReserved} chosen={chosen} choose={setChosen} />
      )}
    </Sheet>
  );
}
