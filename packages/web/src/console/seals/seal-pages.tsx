import { getSealAuthorUrl } from '@cinnabar/api/operations/seals.js';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { NewSeal } from '../../shared/seals/new-seal.js';
import { SealDetail } from '../../shared/seals/seal-detail.js';
import { CurrentSealDoor, type FrameProps, type SealDoor } from '../../shared/seals/seal-door.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh, useRight } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { Denied } from '../shell/states.js';
import { sealsTexts } from './seals-texts.js';

/** A seal with its authorisations, or a new one: the components of the pages for seals, through the console's door. */
export default function SealPages({ sealId }: { readonly sealId: number | null }) {
  const t = useTexts(sealsTexts);
  const { corpId, corpName, door } = useConsole();
  const refresh = useRefresh();
  const managesSeals = useRight('manageSeals');
  const [said, setSaid] = useState('');
  const sealDoor = useMemo<SealDoor>(
    () => ({
      scope: ['console', corpId, 'seals'],
      corpName,
      call: door.call,
      upload: door.uploadWith,
      changed: refresh,
      Frame: ConsoleFrame,
      async toAutomatic() {
        location.assign(await door.ownLink(await door.act(getSealAuthorUrl, {}, crypto.randomUUID())));
      },
    }),
    [corpId, corpName, door, refresh],
  );
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

function ConsoleFrame({ title, note, back, headingRef, isForm = false, children, over }: FrameProps) {
  return (
    <div className={`flex flex-col ${isForm ? 'min-h-full' : ''}`}>
      <header className="flex min-h-14 items-center gap-2 border-b border-n-200 bg-n-0 px-2 py-1 lg:px-4">
        {back !== null && (
          <IconButton label={back.label} onPress={back.run}>
            <ArrowLeft {...iconSize} />
          </IconButton>
        )}
        <div className="min-w-0 flex-1">
          <h1 ref={headingRef} tabIndex={-1} className="m-0 text-title font-semibold names">
            <bdi>{title}</bdi>
          </h1>
          {note !== null && <p className="m-0 text-small text-n-500 names">{note}</p>}
        </div>
      </header>
      {children}
      {over}
    </div>
  );
}
