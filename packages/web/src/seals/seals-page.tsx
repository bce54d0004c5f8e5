import { useState } from 'react';
import { LinkGate } from '../shared/link/link-gate.js';
import { goWithin, useOpenPage } from '../shared/router/open-page.js';
import { NewSeal } from './new-seal.js';
import { SealDetail } from './seal-detail.js';
import { SealList } from './seal-list.js';

export default function SealsPage() {
  return (
    <LinkGate>
      <Seals />
    </LinkGate>
  );
}

/** The seals of an enterprise: the list, one seal, or a new one. */
function Seals() {
  const page = useOpenPage();
  const [said, setSaid] = useState('');
  const toList = (words = '') => {
    setSaid(words);
    goWithin('seals', {});
  };
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {page?.name === 'seals' && <SealList said={said} left={() => setSaid('')} />}
      {page?.name === 'newSeal' && <NewSeal done={toList} />}
      {page?.name === 'seal' && (
        <SealDetail
          key={page.parameters.sealId}
          sealId={page.parameters.sealId}
          leave={toList}
          say={setSaid}
        />
      )}
    </>
  );
}
