import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { resumeMine } from '@cinnabar/api/pages/mine.js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { call } from '../api/call.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { useDesk } from '../shared/state/use-desk.js';
import { CheckResultPage } from './check-result.js';
import { MineList } from './mine-list.js';
import { MineSignIn } from './mine-sign-in.js';
import { firstMine, mine, shownOf } from './mine-state.js';
import { NeedsFace } from './needs-face.js';
import { readOwnCheckResult } from './own-check.js';

/** All contracts of a person, across enterprises. */
export function MinePage() {
  const resuming = useQuery({
    queryKey: ['mine'],
    queryFn: () => call(resumeMine, {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const [state, send] = useDesk(
    mine,
    () => firstMine(readOwnCheckResult()),
    () => void resuming.refetch(),
  );
  // The result is used once and removed from the browser history.
  useEffect(() => {
    if (readOwnCheckResult() !== null) history.replaceState(null, '', location.pathname);
  }, []);
  const enter = useCallback((entered: EnteredMine) => send({ type: 'entered', entered }), [send]);
  const leave = useCallback(() => send({ type: 'left' }), [send]);
  if (resuming.error !== null) {
    return <RefusalPage error={resuming.error} retry={() => void resuming.refetch()} />;
  }
  const shown = shownOf(state, resuming.data?.entered);
  switch (shown.kind) {
    case 'loading':
      return <PageSkeleton />;
    case 'signIn':
      return <MineSignIn enter={enter} />;
    case 'result':
      return (
        <CheckResultPage
          entered={shown.entered}
          result={shown.result}
          goOn={(again) => send({ type: 'resultRead', entered: again })}
        />
      );
    case 'needsFace':
      return <NeedsFace entered={shown.entered} />;
    case 'list':
      return <MineList entered={shown.entered} left={leave} changed={enter} />;
  }
}
