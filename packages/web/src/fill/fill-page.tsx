import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { LinkGate } from '../shared/link/link-gate.js';
import { FillDesk } from './fill-desk.js';
import { standingOf } from './standing.js';
import { StandingPage } from './standing-page.js';
import { useFillView } from './use-fill-view.js';

export default function FillPage() {
  return (
    <LinkGate>
      <Filling />
    </LinkGate>
  );
}

/** Shows the fill desk, or the state of the flow. */
function Filling() {
  const { view: query, refresh, notifyOtherTabs } = useFillView();
  const [isReading, setReading] = useState(false);
  const { data: view, error } = query;
  if (view === undefined) {
    if (error === null) return <PageSkeleton />;
    if (error instanceof Refused && error.code === '410') {
      return <StatePage state={{ kind: 'handedOver' }} />;
    }
    return <RefusalPage error={error} retry={() => void refresh()} />;
  }
  const standing = standingOf(view);
  if (standing !== null && !isReading) {
    return <StandingPage standing={standing} parties={view.parties} read={() => setReading(true)} />;
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
