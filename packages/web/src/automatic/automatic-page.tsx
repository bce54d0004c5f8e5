import { appTexts } from '../app/app-texts.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { FormPage } from '../components/form-page.js';
import { RefusalPage } from '../components/refusal-page.js';
import { refusalWords } from '../components/refusal-words.js';
import { PageSkeleton } from '../components/skeleton.js';
import { StatePage } from '../components/state-page.js';
import { useLink } from '../link/link-context.js';
import { LinkGate } from '../link/link-gate.js';
import { useTexts } from '../text/language.js';
import { AutomaticTerms } from './automatic-terms.js';
import { automaticTexts } from './automatic-texts.js';
import { useAutomaticSeal } from './use-automatic.js';

export default function AutomaticPage() {
  return (
    <LinkGate>
      <Automatic />
    </LinkGate>
  );
}

/** Nothing is signed in somebody's name without their having wanted it themselves. */
function Automatic() {
  const t = useTexts(automaticTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const { query, deciding } = useAutomaticSeal(null);
  if (link.entered.kind !== 'autoSign') {
    return <StatePage icon="blocked" title={app.invalidTitle} text={app.invalidText} />;
  }
  if (query.error !== null) return <RefusalPage error={query.error} retry={() => void query.refetch()} />;
  const view = query.data;
  if (view === undefined) return <PageSkeleton />;
  const said = deciding.isSuccess ? deciding.variables : null;
  if (said === true) return <StatePage icon="done" title={t.doneTitle} text={t.doneText} />;
  if (said === false) return <StatePage icon="ended" title={t.stoppedTitle} text={t.stoppedText} />;
  if (view.status === 'none' || view.status === 'awaitingManager') {
    return <StatePage icon="ended" title={t.stoppedTitle} text={t.notAsked} />;
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
