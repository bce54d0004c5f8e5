import { SealStatus } from '@cinnabar/api/enums.js';
import { sealUpdateStatus } from '@cinnabar/api/operations/seals.js';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { useSealDoor } from './seal-door.js';
import { stopTexts } from './stop-texts.js';
import { type Seal, useSealsChanged } from './use-seals.js';

interface Props {
  readonly seal: Seal;
  readonly say: (words: string) => void;
}

/** Resumes a seal that the enterprise itself has suspended. */
export function ResumeButton({ seal, say }: Props) {
  const t = useTexts(stopTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const changed = useSealsChanged();
  const resuming = useMutation({
    mutationFn: () => door.call(sealUpdateStatus, { sealId: seal.sealId, status: SealStatus.enabled }),
    async onSuccess() {
      await changed();
      say(t.resumed(seal.sealName));
    },
  });
  return (
    <>
      <ErrorLine text={refusalWords(resuming.error, app.offlineText)?.words ?? null} />
      <Button
        wide
        look="ink"
        busyLabel={resuming.isPending ? t.resuming : null}
        onPress={() => resuming.mutate()}
      >
        {t.resume}
      </Button>
    </>
  );
}
