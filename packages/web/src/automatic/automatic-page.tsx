import { AutomaticTerms } from '../shared/automatic/automatic-terms.js';
import { automaticTexts } from '../shared/automatic/automatic-texts.js';
import { useAutomaticSeal } from '../shared/automatic/use-automatic.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { FormPage } from '../shared/components/form-page.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage, useWayToContracts } from '../shared/components/state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';

/** The member consents to automatic placement: without it, nothing is signed in their name. */
export default function AutomaticPage() {
  const t = useTexts(automaticTexts);
  const toContracts = useWayToContracts();
  const app = useTexts(commonTexts);
  const link = useLink();
  const { query, deciding } = useAutomaticSeal(null);
  if (link.entered.kind !== 'autoSign') {
    return <StatePage state={{ kind: 'invalid' }} />;
  }
  if (query.error !== null) return <RefusalPage error={query.error} retry={() => void query.refetch()} />;
  const view = query.data;
  if (view === undefined) return <PageSkeleton />;
  const said = deciding.isSuccess ? deciding.variables : null;
  if (said === true)
    return <StatePage icon="done" title={t.doneTitle} text={t.doneText} ways={toContracts} />;
  if (said === false)
    return <StatePage icon="ended" title={t.stoppedTitle} text={t.stoppedText} ways={toContracts} />;
  if (view.status === 'none' || view.status === 'awaitingManager') {
    return <StatePage icon="ended" title={t.stoppedTitle} text={t.notAsked} ways={toContracts} />;
  }
  const isOn = view.status === 'inForce';
  return (
    <FormPage
      title={t.title}
      lead={<bdi>{t.lead(view.corpName)}</bdi>}
      submit={() => {
        if (!isOn && !deciding.isPending) deciding.mutate(true);
      }}
      footer={
        <>
          <ErrorLine text={refusalWords(deciding.error, app.offlineText)?.words ?? null} />
          {!isOn && (
            <Button type="submit" look="ink" wide busyLabel={deciding.isPending ? t.accepting : null}>
              {t.accept}
            </Button>
          )}
          <div className="mt-2">
            <Button look="quiet" wide isDisabled={deciding.isPending} onPress={() => deciding.mutate(false)}>
              {isOn ? t.stop : t.decline}
            </Button>
          </div>
        </>
      }
    >
      <AutomaticTerms view={view} />
    </FormPage>
  );
}
