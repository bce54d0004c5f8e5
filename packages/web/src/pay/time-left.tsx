import { useEffect, useState } from 'react';
import { useTexts } from '../shared/text/language.js';
import { payTexts } from './pay-texts.js';

/** Lifetime of an order in seconds. If more than that seems to be left, the clocks disagree and nothing is shown. */
const LIFE = 30 * 60;

/** Converts `2026-11-21T10:00:00.000+0800` to ms since 1970. */
function momentOf(text: string): number {
  return Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

export function TimeLeft({ until }: { readonly until: string }) {
  const t = useTexts(payTexts);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((momentOf(until) - now) / 1000);
  if (left <= 0 || left > LIFE) return null;
  const time = `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
  return <p className="figures m-0 mt-1 text-small text-n-500">{t.left(time)}</p>;
}
