import { useEffect, useState } from 'react';
import { Refused } from '../../api/refused.js';
import { postToHost } from '../embed/host.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { StatePage } from './state-page.js';

interface Props {
  readonly error: Error;
  readonly retry: () => void;
}

/** Explains why a page could not be opened, and what to do. */
export function RefusalPage({ error, retry }: Props) {
  const t = useTexts(commonTexts);
  const again = { label: t.retry, run: retry };
  const code = error instanceof Refused ? error.code : 'offline';
  useEffect(() => postToHost('error', { code }), [code]);
  if (!(error instanceof Refused)) return <StatePage state={{ kind: 'offline' }} action={again} />;
  if (error.code === '429') return <WaitPage seconds={error.retryAfter ?? 60} retry={retry} />;
  if (['400', '401', '403', '404', '410'].includes(error.code)) {
    return <StatePage state={{ kind: 'invalid' }} />;
  }
  return <StatePage state={{ kind: 'busy', requestId: error.requestId }} action={again} />;
}

function WaitPage({ seconds, retry }: { readonly seconds: number; readonly retry: () => void }) {
  const t = useTexts(commonTexts);
  const [secondsLeft, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const action = secondsLeft === 0 ? { action: { label: t.retry, run: retry } } : {};
  return <StatePage state={{ kind: 'tooMany', secondsLeft }} {...action} />;
}
