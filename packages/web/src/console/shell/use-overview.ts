import { signTaskOverview } from '@cinnabar/api/operations/flow-lists.js';
import type { DataOf } from '../../api/wire.js';
import { useAsk } from './console-context.js';
import type { Section } from './sections.js';

export type Overview = DataOf<typeof signTaskOverview>;
export type StuckContract = Overview['stuck'][number];

const POLL_MS = 30_000;

/** What needs attention among one's own contracts, or those of the enterprise. */
export function useOverview(scope: 'own' | 'corp' = 'own') {
  return useAsk(signTaskOverview, { scope: scope === 'own' ? 0 : 1 }, { every: POLL_MS });
}

/** How much of each section awaits the person. */
export function useCounts(): Partial<Readonly<Record<Section, number>>> {
  const counts = useOverview().data?.counts;
  return {
    contracts: counts?.awaitingMe ?? 0,
    approvals: counts?.approvals ?? 0,
    members: counts?.joinRequests ?? 0,
  };
}
