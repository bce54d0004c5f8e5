import { useRef, useState } from 'react';
import { LinkGate } from '../shared/link/link-gate.js';
import { NewSeal } from './new-seal.js';
import { SealDetail } from './seal-detail.js';
import { SealList } from './seal-list.js';
import { usePlace } from './use-place.js';

export default function SealsPage() {
  return (
    <LinkGate>
      <Seals />
    </LinkGate>
  );
}

/** The seals of an enterprise: all of them, one of them, or a new one. */
function Seals() {
  const { place, go } = usePlace();
  const [said, setSaid] = useState('');
  const category = useRef('');
  const toList = (words = '') => {
    setSaid(words);
    go({ at: 'list' });
  };
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {place.at === 'list' && (
        <SealList
          said={said}
          category={category}
          open={(next) => {
            setSaid('');
            go(next);
          }}
        />
      )}
      {place.at === 'new' && <NewSeal done={toList} />}
      {place.at === 'seal' && (
        <SealDetail key={place.sealId} sealId={place.sealId} leave={toList} say={setSaid} />
      )}
    </>
  );
}
