import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { resumeMine } from '@cinnabar/api/pages/mine.js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../api/call.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { CheckResultPage } from './check-result.js';
import { MineList } from './mine-list.js';
import { MineSignIn } from './mine-sign-in.js';
import { NeedsFace } from './needs-face.js';
import { broughtBack } from './own-check.js';

/** Everything of one person, whichever enterprises it is of. */
export function MinePage() {
  const [entered, setEntered] = useState<EnteredMine | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const resuming = useQuery({
    queryKey: ['mine'],
    queryFn: () => call(resumeMine, {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const [result, setResult] = useState(broughtBack);
  // A result is for one use, and nothing of it stays in the browser's history.
  useEffect(() => {
    if (broughtBack() !== null) history.replaceState(null, '', location.pathname);
  }, []);
  function goOn(again: EnteredMine | null): void {
    setResult(null);
    setEntered(again);
    if (again === null) void resuming.refetch();
  }
  const leave = useCallback(() => {
    setEntered(null);
    setLeft(true);
  }, []);
  if (resuming.error !== null) {
    return <RefusalPage error={resuming.error} retry={() => void resuming.refetch()} />;
  }
  if (resuming.data === undefined) return <PageSkeleton />;
  const session = entered ?? (hasLeft ? null : resuming.data.entered);
  if (session === null) return <MineSignIn enter={setEntered} />;
  if (result !== null) return <CheckResultPage entered={session} result={result} goOn={goOn} />;
  if (session.needsFace) return <NeedsFace entered={session} />;
  return <MineList entered={session} left={leave} changed={setEntered} />;
}
