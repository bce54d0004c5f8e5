import { FlowStatus } from '@cinnabar/api/enums.js';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { contractsTexts } from './contracts-texts.js';
import type { Row } from './row.js';

/** On to the page where the areas of one's own draft are placed. */
export function GoOn({ row }: { readonly row: Row }) {
  const t = useTexts(contractsTexts);
  const { userId, door } = useConsole();
  const words = useWords();
  const isOnline = useOnline();
  const going = useMutation({
    mutationFn: () => door.ownPage(row.flowId),
    onSuccess: (address) => location.assign(address),
  });
  const isOwnDraft =
    row.flowStatus === FlowStatus.draft && row.initiatorId === userId && row.waiting.length === 0;
  if (!isOwnDraft) return null;
  return (
    <>
      <Button
        small
        isDisabled={!isOnline}
        aria-label={t.goOnWith(row.flowTitle)}
        busyLabel={going.isPending ? t.opening : null}
        onPress={() => going.mutate()}
      >
        {t.goOn}
      </Button>
      <ErrorLine text={going.error === null ? null : words(going.error)} />
    </>
  );
}
