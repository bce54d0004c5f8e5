import { cancelSealAuthor } from '@cinnabar/api/operations/seals.js';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import type { Authorisation } from './authorisation.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';

interface Props {
  readonly record: Authorisation;
  readonly close: () => void;
  readonly cancelled: () => Promise<void>;
}

export function CancelAuthorSheet({ record, close, cancelled }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const cancelling = useMutation({
    mutationFn: () => door.call(cancelSealAuthor, { id: record.id }),
    onSuccess: cancelled,
  });
  return (
    <Sheet
      title={t.cancelAuthorTitle}
      isOpen
      close={close}
      isHeld={cancelling.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(cancelling.error, app.offlineText)?.words ?? null} />
          <Button
            look="dangerous"
            wide
            busyLabel={cancelling.isPending ? t.cancelling : null}
            onPress={() => cancelling.mutate()}
          >
            {t.cancelAuthor}
          </Button>
        </>
      }
    >
      <p className="m-0 text-body text-n-700 names">{t.cancelAuthorText(record.userName)}</p>
    </Sheet>
  );
}
