import { handInPad, lookAtPad } from '@cinnabar/api/pages/pad.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import HandwritingPad from '../shared/handwriting/handwriting-pad.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { writeTexts } from './write-texts.js';

/** The pad on a phone for the desktop that displayed the QR code. Its secret stays in the URL's fragment. */
export default function WritePage() {
  const t = useTexts(writeTexts);
  const app = useTexts(commonTexts);
  const [token] = useState(() => location.hash.slice(1));
  const [hasLeft, setLeft] = useState(false);
  const looking = useQuery({
    queryKey: ['pad', token],
    queryFn: () => call(lookAtPad, { token }),
    enabled: token !== '',
    refetchOnWindowFocus: false,
  });
  const sending = useMutation({
    mutationFn: (picture: string) => call(handInPad, { token, picture }),
  });

  if (sending.isSuccess) return <StatePage icon="done" title={t.sentTitle} text={t.sentText} />;
  const error = sending.error ?? looking.error;
  const code = error instanceof Refused ? error.code : null;
  if (token === '' || code === '404') {
    return <StatePage icon="ended" title={t.overTitle} text={t.overText} />;
  }
  if (code === '410' || looking.data?.state === 'used') {
    return <StatePage icon="ended" title={t.usedTitle} text={t.usedText} />;
  }
  if (sending.isPending) return <StatePage icon="waiting" title={t.sending} text="" />;
  if (sending.error !== null) {
    const text = sending.error instanceof Refused ? sending.error.message : app.offlineText;
    const again = { label: t.retry, run: () => sending.mutate(sending.variables) };
    const anew = { label: t.go, run: sending.reset };
    return <StatePage icon="problem" title={t.unsentTitle} text={text} action={again} ways={[anew]} />;
  }
  if (looking.error !== null) {
    return <RefusalPage error={looking.error} retry={() => void looking.refetch()} />;
  }
  if (looking.data === undefined) return <PageSkeleton />;
  if (hasLeft) {
    const go = { label: t.go, run: () => setLeft(false) };
    return <StatePage icon="waiting" title={t.leftTitle} text={t.leftText} action={go} />;
  }
  return (
    <HandwritingPad
      close={() => setLeft(true)}
      canKeep={false}
      use={(picture) => sending.mutate(picture)}
      phone={null}
    />
  );
}
