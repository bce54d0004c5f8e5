import { useState } from 'react';
import { goToAddress } from '../../shared/router/open-page.js';
import { NewSeal } from '../../shared/seals/new-seal.js';
import { SealDetail } from '../../shared/seals/seal-detail.js';
import { CurrentSealDoor } from '../../shared/seals/seal-door.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRight } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { Denied } from '../shell/states.js';
import { useConsoleSealDoor } from './console-seal-door.js';
import { sealsTexts } from './seals-texts.js';

/** A seal with its authorisations, or a new one: the components of the pages for seals, through the console's door. */
export default function SealPages({ sealId }: { readonly sealId: number | null }) {
  const t = useTexts(sealsTexts);
  const { corpId } = useConsole();
  const managesSeals = useRight('manageSeals');
  const [said, setSaid] = useState('');
  const sealDoor = useConsoleSealDoor();
  if (!managesSeals) return <Denied act={t.manage} />;
  const toList = () => goToAddress(consoleAddress('consoleSeals', { corpId }));
  return (
    <CurrentSealDoor value={sealDoor}>
      <p role="status" className="m-0 bg-success-tint px-4 py-2 text-small text-success names empty:hidden">
        {said}
      </p>
      {sealId === null ? (
        <NewSeal done={toList} />
      ) : (
        <SealDetail sealId={sealId} leave={toList} say={setSaid} />
      )}
    </CurrentSealDoor>
  );
}
