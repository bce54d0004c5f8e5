import { contractDel } from '@cinnabar/api/operations/flows.js';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Sheet } from '../shared/components/sheet.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';
import type { View } from './placed.js';

interface Props {
  readonly view: View;
  readonly close: () => void;
  readonly deleted: () => void;
}

/** Discards the draft after stating the consequences. */
export function DeleteSheet({ view, close, deleted }: Props) {
  const t = useTexts(placeTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const deleting = useMutation({
    mutationFn: () => link.call(contractDel, { flowId: view.flowId }),
    onSuccess: deleted,
  });
  return (
    <Sheet
      title={t.deleteTitle}
      isOpen
      close={close}
      isHeld={deleting.isPending}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button wide onPress={close} isDisabled={deleting.isPending}>
            {t.keep}
          </Button>
          <Button
            look="dangerous"
            wide
            busyLabel={deleting.isPending ? t.deleting : null}
            onPress={() => deleting.mutate()}
          >
            {t.deleteDraft}
          </Button>
        </div>
      }
    >
      <p className="mt-0 mb-2 text-body text-n-700">{t.deleteText}</p>
      <ErrorLine text={refusalWords(deleting.error, app.offlineText)?.words ?? null} />
    </Sheet>
  );
}
