import { FlowStatus } from '@cinnabar/api/enums.js';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { LinkGate } from '../shared/link/link-gate.js';
import { useTexts } from '../shared/text/language.js';
import { PlaceDesk } from './place-desk.js';
import { placeTexts } from './place-texts.js';
import { SentPage } from './sent-page.js';
import { usePlaceView } from './use-place-view.js';

export default function PlacePage() {
  return (
    <LinkGate>
      <Placing />
    </LinkGate>
  );
}

/** Shows the desk for a draft, or else the state of the flow. */
function Placing() {
  const t = useTexts(placeTexts);
  const { view: query, refresh } = usePlaceView();
  const [isDeleted, setDeleted] = useState(false);
  const { data: view, error } = query;
  if (isDeleted) return <StatePage icon="done" title={t.deletedTitle} text={t.deletedText} />;
  if (view === undefined) {
    if (error === null) return <PageSkeleton />;
    if (error instanceof Refused && error.code === '410') {
      return <StatePage icon="ended" title={t.goneTitle} text={t.goneText} />;
    }
    return <RefusalPage error={error} retry={() => void query.refetch()} />;
  }
  if (view.status !== FlowStatus.draft || view.consent === 'asked') return <SentPage view={view} />;
  // The desk reads the stored draft only when it is mounted; the key remounts it.
  return <PlaceDesk key={view.kept.length} view={view} refresh={refresh} deleted={() => setDeleted(true)} />;
}
