import { useCallback, useMemo, useState } from 'react';
import type { Row } from './row.js';

/** The selected contracts, over several pages of the list. */
export interface Selection {
  readonly rows: readonly Row[];
  has(flowId: number): boolean;
  /** The same function throughout, so that a row with it stays as it is. */
  readonly set: (rows: readonly Row[], isSelected: boolean) => void;
  clear(): void;
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  const set = useCallback((rows: readonly Row[], isSelected: boolean) => {
    setChosen((before) => {
      const after = new Map(before);
      for (const row of rows) {
        if (isSelected) after.set(row.flowId, row);
        else after.delete(row.flowId);
      }
      return after;
    });
  }, []);
  return useMemo(
    () => ({
      rows: [...chosen.values()],
      has: (flowId) => chosen.has(flowId),
      set,
      clear: () => setChosen(new Map()),
    }),
    [chosen, set],
  );
}
