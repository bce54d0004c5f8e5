import { useMutation } from '@tanstack/react-query';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Sheet } from '../shared/components/sheet.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { useTexts } from '../shared/text/language.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly remove: () => Promise<unknown>;
  readonly done: () => void;
  readonly close: () => void;
}

/** Says what a removal entails before it happens. */
export function RemoveSheet({ title, text, remove, done, close }: Props) {
  const t = useTexts(securityTexts);
  const words = useFailureWords();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess() {
      done();
      close();
    },
  });
  return (
    <Sheet
      title={title}
      isOpen
      close={close}
      isHeld={removing.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          busyLabel={removing.isPending ? t.removing : null}
          onPress={() => removing.mutate()}
        >
          {t.remove}
        </Button>
      }
    >
      <p className="m-0 mb-2 text-body text-n-700">{text}</p>
      <ErrorLine text={words(removing.error)} />
    </Sheet>
  );
}
