import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { LinkGate } from '../shared/link/link-gate.js';
import { useTexts } from '../shared/text/language.js';
import { FillDesk } from './fill-desk.js';
import { fillTexts } from './fill-texts.js';
import { StandingPage } from './standing-page.js';
import { useFillView } from './use-fill-view.js';

export default function FillPage() {
  return (
    <LinkGate>
      <Filling />
    </LinkGate>
  );
}

/** Which of the two it is: to be filled in, or how it stands. */
function Filling() {
  const t = useTexts(fillTexts);
  const { view: query, refresh, notifyOtherTabs } = useFillView();
  const [isReading, setReading] = useState(false);
  const { data: view, error } = query;
  if (view === undefined) {
    if (error === null) return <PageSkeleton />;
    if (error instanceof Refused && error.code === '410') {
      return <StatePage icon="ended" title={t.goneTitle} text={t.goneText} />;
    }
    return <RefusalPage error={error} retry={() => void refresh()} />;
  }
  const stands = view.obstacle !== null;
  if (stands && !isReading) return <StandingPage view={view} read={() => setReading(true)} />;
  const changed = async () => {
    setReading(false);
    notifyOtherTabs();
    await refresh();
  };
  return (
    <FillDesk
      key={stands ? 'read' : 'fill'}
      view={view}
      canFill={!stands}
      back={isReading ? () => setReading(false) : null}
      refresh={refresh}
      submitted={changed}
      changed={changed}
    />
  );
}
