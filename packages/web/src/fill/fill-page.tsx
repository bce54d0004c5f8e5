import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { ContractStatePage } from '../shared/flow/contract-state-page.js';
import { FillDesk } from './fill-desk.js';
import { standingOf } from './standing.js';
import { useFillView } from './use-fill-view.js';

/** Shows the fill desk, or the state of the flow. */
export default function FillPage() {
  const { view: query, refresh, notifyOtherTabs } = useFillView();
  const [isReading, setReading] = useState(false);
  const { data: view, error } = query;
  if (view === undefined) {
    if (error === null) return <PageSkeleton shape="desk" />;
    if (error instanceof Refused && error.code === '410') {
      return <StatePage state={{ kind: 'handedOver' }} />;
    }
    return <RefusalPage error={error} retry={() => void refresh()} />;
  }
  const standing = standingOf(view);
  if (standing !== null && !isReading) {
    return <ContractStatePage flow={view} state={standing} read={() => setReading(true)} />;
  }
  const changed = async () => {
    setReading(false);
    notifyOtherTabs();
    await refresh();
  };
  return (
    <FillDesk
      key={standing === null ? 'fill' : 'read'}
      view={view}
      canFill={standing === null}
      back={isReading ? () => setReading(false) : null}
      refresh={refresh}
      submitted={changed}
      changed={changed}
    />
  );
}
