import { getSealAuthorUrl } from '@cinnabar/api/operations/seals.js';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import type { FrameProps, SealDoor } from '../../shared/seals/seal-door.js';
import { useConsole, useRefresh } from '../shell/console-context.js';

/** The components of the pages for seals act through the console's door. */
export function useConsoleSealDoor(): SealDoor {
  const { corpId, corpName, door } = useConsole();
  const refresh = useRefresh();
  return useMemo(
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
