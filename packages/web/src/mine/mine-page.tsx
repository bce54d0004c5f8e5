import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { post } from '../api/post.js';
import { RefusalPage } from '../components/refusal-page.js';
import { PageSkeleton } from '../components/skeleton.js';
import { MineList } from './mine-list.js';
import { MineSignIn } from './mine-sign-in.js';

interface Resumed {
  readonly entered: EnteredMine | null;
}

/** Everything of one person, whichever enterprises it is of. */
export function MinePage() {
  const [entered, setEntered] = useState<EnteredMine | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const resuming = useQuery({
    queryKey: ['mine'],
    queryFn: () => post<Resumed>('/pages/mine/resume', {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
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
  return <MineList entered={session} left={leave} />;
}
