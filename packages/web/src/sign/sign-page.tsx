import { SignStatus } from '@cinnabar/api/enums.js';
import { useLayoutEffect, useRef, useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { ContractStatePage } from '../shared/flow/contract-state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { faceResult, forgetFaceResult } from '../shared/proof/face-check.js';
import { Completion } from './completion.js';
import type { Marks } from './marks.js';
import { SignDesk } from './sign-desk.js';
import { standingOf } from './standing.js';
import { useSignView } from './use-sign-view.js';

/** Shows the signing desk, the state of the flow, or the completion page. */
export default function SignPage() {
  const link = useLink();
  const { view: query, refresh, notifyOtherTabs } = useSignView();
  const [isReading, setReading] = useState(false);
  const [signedMarks, setSignedMarks] = useState<Marks | null>(null);
  const wasOnDesk = useRef(false);
  const [face] = useState(faceResult);
  useLayoutEffect(forgetFaceResult, []);
  const { data: view, error } = query;
  if (view === undefined) {
    if (error === null) return <PageSkeleton shape="desk" />;
    if (error instanceof Refused && error.code === '410') {
      return <StatePage state={{ kind: 'handedOver' }} />;
    }
    return <RefusalPage error={error} retry={() => void refresh().catch(() => undefined)} />;
  }
  const look = () => setReading(true);
  const renew = () => refresh().catch(() => undefined);
  const changed = async () => {
    setReading(false);
    notifyOtherTabs();
    await renew();
  };
  const isDone = view.me.signStatus === SignStatus.signed;
  if (isDone && !isReading) {
    return (
      <Completion
        view={view}
        marks={signedMarks ?? []}
        returnUrl={link.entered.returnUrl}
        isFresh={signedMarks !== null}
        isElsewhere={signedMarks === null && wasOnDesk.current}
        read={look}
      />
    );
  }
  const standing = standingOf(view);
  if (standing !== null && !isDone && !isReading) {
    return <ContractStatePage flow={view} state={standing} read={look} renew={changed} />;
  }
  const stands = isDone || standing !== null;
  wasOnDesk.current = !stands;
  return (
    <SignDesk
      key={stands ? 'read' : 'sign'}
      view={view}
      canSign={!stands}
      face={face}
      back={isReading ? () => setReading(false) : null}
      signed={async (marks) => {
        setSignedMarks(marks);
        setReading(false);
        notifyOtherTabs();
        await renew();
      }}
      wasSigned={async () => {
        const { me } = await refresh();
        return me.signStatus === SignStatus.signed || me.signStatus === SignStatus.awaitingApproval;
      }}
      changed={changed}
    />
  );
}
