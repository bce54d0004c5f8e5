import { FlowStatus } from '@cinnabar/api/enums.js';
import { useEffect, useRef, useState } from 'react';
import { PartyList } from '../shared/components/party-list.js';
import { StatePage } from '../shared/components/state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';
import type { View } from './placed.js';

interface Props {
  readonly view: View;
}

const RETURN_AFTER = 5;

/** The contract has been sent or awaits approval: whose turn it is, and the way back. */
export function SentPage({ view }: Props) {
  const t = useTexts(placeTexts);
  const app = useTexts(commonTexts);
  const { returnUrl } = useLink().entered;
  const [left, setLeft] = useState<number | null>(returnUrl === null ? null : RETURN_AFTER);
  const wentBack = useRef(false);
  useEffect(() => {
    if (left === null || returnUrl === null || wentBack.current) return;
    if (left === 0) {
      wentBack.current = true;
      location.assign(returnUrl);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, returnUrl]);
  const acts =
    returnUrl === null
      ? {}
      : {
          action: {
            label: left === null ? t.backTo : app.returning(left),
            run: () => location.assign(returnUrl),
          },
          ...(left === null ? {} : { second: { label: app.stay, run: () => setLeft(null) } }),
        };
  if (view.status === FlowStatus.revoked)
    return <StatePage icon="ended" title={t.revokedTitle} text={t.revokedText} {...acts} />;
  if (view.status === FlowStatus.draft) {
    return <StatePage icon="waiting" title={t.consentTitle} text={t.consentText} {...acts} />;
  }
  const turn = view.parties.filter(({ isTurn }) => isTurn).map(({ name }) => name);
  const text = turn.length === 0 ? t.sentOnly : t.sentText(turn.join(t.comma));
  return (
    <StatePage icon="done" title={t.sentTitle} text={text} {...acts}>
      <section className="mt-6 w-full rounded-card bg-n-0 p-4 text-left shadow-paper sm:p-6">
        <PartyList parties={view.parties} />
      </section>
    </StatePage>
  );
}
