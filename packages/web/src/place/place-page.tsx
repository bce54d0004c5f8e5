import { FlowStatus } from '@cinnabar/api/enums.js';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage, useWayToContracts } from '../shared/components/state-page.js';
import { useTexts } from '../shared/text/language.js';
import { PlaceDesk } from './place-desk.js';
import { placeTexts } from './place-texts.js';
import { SentPage } from './sent-page.js';
import { usePlaceView } from './use-place-view.js';

/** Shows the desk for a draft, or else the state of the flow. */
export default function PlacePage() {
  const t = useTexts(placeTexts);
  const toContracts = useWayToContracts();
  const { view: query, refresh } = usePlaceView();
  const [isDeleted, setDeleted] = useState(false);
  const { data: view, error } = query;
  if (isDeleted)
    return <StatePage icon="done" title={t.deletedTitle} text={t.deletedText} ways={toContracts} />;
  if (view === undefined) {
    if (error === null) return <PageSkeleton shape="desk" />;
    if (error instanceof Refused && error.code === '410') {
      return <StatePage icon="ended" title={t.goneTitle} text={t.goneText} ways={toContracts} />;
    }
    return <RefusalPage error={error} retry={() => void query.refetch()} />;
  }
  if (view.status !== FlowStatus.draft || view.consent === 'asked')
    return <SentPage view={view} renew={refresh} />;
  // The desk reads the stored draft only when it is mounted; the key remounts it.
  return <PlaceDesk key={view.kept.length} view={view} refresh={refresh} deleted={() => setDeleted(true)} />;
}
