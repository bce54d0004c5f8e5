import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { linkTexts } from './link-texts.js';

interface Props {
  readonly name: string;
  readonly telling: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending' | 'mutate'>;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** What happens once the sender has been told. */
export default function NotMeSheet({ name, telling, isOpen, close }: Props) {
  const t = useTexts(linkTexts);
  const app = useTexts(commonTexts);
  return (
    <Sheet
      title={t.notMeTitle(name)}
      isOpen={isOpen}
      close={close}
      isHeld={telling.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(telling.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            busyLabel={telling.isPending ? t.telling : null}
            onPress={() => telling.mutate()}
          >
            {t.tellSender}
          </Button>
        </>
      }
    >
      <p className="m-0 text-body text-n-700">{t.notMeText}</p>
    </Sheet>
  );
}
