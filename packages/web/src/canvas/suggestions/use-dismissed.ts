import { useCallback, useState } from 'react';
import { keep, kept } from '../../shared/state/kept.js';

/** Suggestions that have been dismissed, until the browser's tab is closed. */
export function useDismissed(subject: string) {
  const place = `dismissed ${subject}`;
  const [dismissed, setDismissed] = useState(() => new Set(kept(place, 'sessionStorage')?.split('\n') ?? []));
  const remember = useCallback(
    (keys: ReadonlySet<string>) => {
      setDismissed(new Set(keys));
      keep(place, [...keys].join('\n'), 'sessionStorage');
    },
    [place],
  );
  const dismiss = useCallback(
    (keys: readonly string[]) => remember(new Set([...dismissed, ...keys])),
    [dismissed, remember],
  );
  const restore = useCallback(() => remember(new Set()), [remember]);
  return { dismissed, dismiss, restore };
}
