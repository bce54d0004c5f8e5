import { FlowStatus } from '@cinnabar/api/enums.js';
import { useState } from 'react';
import { AboutContract } from '../shared/flow/about-contract.js';
import { ContractReader } from '../shared/flow/contract-reader.js';
import { type ContractState, endedFlow, nextOf } from '../shared/flow/contract-state.js';
import { ContractStatePage } from '../shared/flow/contract-state-page.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';
import type { View } from './placed.js';

interface Props {
  readonly view: View;
  readonly renew: () => Promise<unknown>;
}

/** A contract that has left the desk: whose turn it is, or how it ended, and its pages. */
export function SentPage({ view, renew }: Props) {
  const t = useTexts(placeTexts);
  const [isReading, setReading] = useState(false);
  const [hasRead, setRead] = useState(false);
  if (isReading) {
    return (
      <ContractReader
        name="place"
        flow={view}
        documentTitle={view.title}
        note={<bdi>{t.sentBy(view.corpName)}</bdi>}
        back={() => setReading(false)}
        about={<AboutContract flow={view} />}
      />
    );
  }
  return (
    <ContractStatePage
      flow={view}
      state={stateOf(view)}
      read={() => {
        setReading(true);
        setRead(true);
      }}
      renew={renew}
      returns={!hasRead}
    />
  );
}

function stateOf(view: View): ContractState {
  if (view.status === FlowStatus.draft) return { kind: 'awaitingConsent', approval: view.approval };
  return endedFlow(view) ?? { kind: 'sent', next: nextOf(view) };
}
