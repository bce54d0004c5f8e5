import { AutomaticTerms } from '../automatic/automatic-terms.js';
import { automaticTexts } from '../automatic/automatic-texts.js';
import { useAutomaticSeal } from '../automatic/use-automatic.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import type { Authorisation } from './authorisation.js';

interface Props {
  readonly record: Authorisation;
  readonly close: () => void;
  readonly decided: () => Promise<void>;
}

/** A seal manager reviews the templates concerned and approves or withdraws automatic placement. */
export function AutomaticSheet({ record, close, decided }: Props) {
  const t = useTexts(automaticTexts);
  const app = useTexts(commonTexts);
  const { query, deciding } = useAutomaticSeal(record.id);
  const view = query.data;
  const decide = (wanted: boolean) => deciding.mutate(wanted, { onSuccess: () => void decided() });
  const error = query.error ?? deciding.error;
  const isWanted = view?.status === 'awaitingMember' || view?.status === 'inForce';
  return (
    <Sheet
      title={t.title}
      isOpen
      close={close}
      wide
      isHeld={deciding.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(error, app.offlineText)?.words ?? null} />
          {view !== undefined && !isWanted && (
            <Button
              look="ink"
              wide
              busyLabel={deciding.isPending ? t.accepting : null}
              onPress={() => decide(true)}
            >
              {t.confirm}
            </Button>
          )}
          {view !== undefined && view.status !== 'none' && (
            <div className={isWanted ? '' : 'mt-2'}>
              <Button look="quiet" wide isDisabled={deciding.isPending} onPress={() => decide(false)}>
                {t.stop}
              </Button>
            </div>
          )}
        </>
      }
    >
      {view !== undefined && <AutomaticTerms view={view} />}
    </Sheet>
  );
}
