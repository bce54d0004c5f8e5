import { Button } from '../components/button.js';
import { useTexts } from '../text/language.js';
import { CardPage } from './card-page.js';
import type { Entered } from './console-door.js';
import { consoleTexts } from './console-texts.js';
import { FactorForm } from './factor-form.js';

interface Props {
  readonly entered: Entered;
  readonly enter: (entered: Entered) => void;
  readonly leave: () => void;
}

/** Between a log-in by code and everything else, for people who have a second factor. */
export default function FactorPage({ entered, enter, leave }: Props) {
  const t = useTexts(consoleTexts);
  return (
    <CardPage title={t.factorTitle} lead={t.factorLead}>
      <FactorForm entered={entered} enter={enter} />
      <div className="mt-2">
        <Button look="quiet" wide onPress={leave}>
          {t.leave}
        </Button>
      </div>
    </CardPage>
  );
}
