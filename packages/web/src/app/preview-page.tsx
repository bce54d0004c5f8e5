import { useEffect, useMemo, useState } from 'react';
import { onDemand } from '../shared/components/on-demand.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { CurrentLink } from '../shared/link/link-context.js';
import { PREVIEW, READY, type Rehearsal, type RehearsalMessage } from '../shared/link/rehearsal.js';
import { rehearsalLink } from '../shared/link/rehearsal-link.js';
import { useTexts } from '../shared/text/language.js';
import { framedTexts } from './preview-texts.js';

const placeholder = <PageSkeleton shape="desk" />;
const FillPage = onDemand(() => import('../fill/fill-page.js'), placeholder);
const SignPage = onDemand(() => import('../sign/sign-page.js'), placeholder);

const isFramed = window.parent !== window;

/** Shows the fill or the sign page as it will be, with what the designer around this frame hands over. */
export default function PreviewPage() {
  const t = useTexts(framedTexts);
  const [shown, setShown] = useState<{ readonly rehearsal: Rehearsal; readonly count: number } | null>(null);
  useEffect(() => {
    if (!isFramed) return;
    const receive = ({ origin, source, data }: MessageEvent<RehearsalMessage>) => {
      if (origin !== location.origin || source !== window.parent || data?.type !== PREVIEW) return;
      setShown((before) => ({ rehearsal: data.rehearsal, count: (before?.count ?? 0) + 1 }));
    };
    window.addEventListener('message', receive);
    window.parent.postMessage({ type: READY }, location.origin);
    return () => window.removeEventListener('message', receive);
  }, []);
  const link = useMemo(
    () => (shown === null ? null : rehearsalLink(shown.count, shown.rehearsal, t.refusal)),
    [shown, t],
  );
  if (!isFramed) return <StatePage state={{ kind: 'unknown' }} />;
  if (link === null) return placeholder;
  return (
    <CurrentLink value={link}>
      {shown?.rehearsal.kind === 'sign' ? <SignPage key={link.linkId} /> : <FillPage key={link.linkId} />}
    </CurrentLink>
  );
}
