import { SealStatus } from '@cinnabar/api/enums.js';
import { sealUpdateStatus } from '@cinnabar/api/operations/seals.js';
import { useQuery } from '@tanstack/react-query';
import { ReasonSheet } from '../components/reason-sheet.js';
import { useTexts } from '../text/language.js';
import { useSealDoor } from './seal-door.js';
import { stopTexts } from './stop-texts.js';
import type { Seal } from './use-seals.js';

interface Props {
  readonly seal: Seal;
  readonly close: () => void;
  readonly stopped: () => Promise<void>;
}

/** Suspends a seal, with its effect in numbers and a reason that colleagues read. */
export function StopSheet({ seal, close, stopped }: Props) {
  const t = useTexts(stopTexts);
  const door = useSealDoor();
  const { sealId } = seal;
  const effect = useQuery({
    queryKey: [...door.scope, 'stop', sealId],
    queryFn: () => door.call(sealUpdateStatus, { sealId, status: SealStatus.suspended, dryRun: 1 }),
    staleTime: 0,
  });
  const counted = effect.data === undefined ? t.counting : t.effect(effect.data.waitingNum);
  return (
    <ReasonSheet
      title={t.title(seal.sealName)}
      consequence={`${counted}${t.confidential}`}
      reasons={t.reasons.split('|')}
      act={t.stop}
      close={close}
      run={async (reason) => {
        await door.call(sealUpdateStatus, { sealId, status: SealStatus.suspended, reason });
        await stopped();
      }}
    />
  );
}
