import { useMutation } from '@tanstack/react-query';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { Sheet } from '../../shared/components/sheet.js';
import { useTexts } from '../../shared/text/language.js';
import { useWords } from '../shell/error-words.js';
import { draftListTexts } from './draft-texts.js';

interface Props {
  /** Of the contract; "" while it has none. */
  readonly title: string;
  /** Deletes the draft. */
  readonly discard: () => Promise<void>;
  readonly close: () => void;
  /** The draft is deleted. */
  readonly done: () => void;
}

/** What goes with a draft, before it is deleted for good. */
export function DiscardSheet({ title, discard, close, done }: Props) {
  const t = useTexts(draftListTexts);
  const words = useWords();
  const discarding = useMutation({ mutationFn: discard, onSuccess: done });
  return (
    <Sheet
      title={t.discardTitle}
      isOpen
      close={close}
      isHeld={discarding.isPending}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button wide onPress={close} isDisabled={discarding.isPending}>
            {t.keep}
          </Button>
          <Button
            wide
            look="dangerous"
            busyLabel={discarding.isPending ? t.discardVerb : null}
            onPress={() => discarding.mutate()}
          >
            {t.discardVerb}
          </Button>
        </div>
      }
    >
      <p className="mt-0 mb-2 text-body text-n-700 names">
        {t.discardText(title === '' ? t.untitled : title)}
      </p>
      <ErrorLine text={discarding.error === null ? null : words(discarding.error)} />
    </Sheet>
  );
}
