import { Sheet } from '../components/sheet.js';
import { useTexts } from '../text/language.js';
import type { Entered } from './console-door.js';
import { consoleTexts } from './console-texts.js';
import { FactorForm } from './factor-form.js';
import { LoginForm } from './login-form.js';
import type { Needed } from './needed-of.js';
import { ProofForm } from './proof-form.js';

interface Props {
  readonly needed: Needed;
  readonly entered: Entered;
  readonly enter: (entered: Entered) => void;
  /** The refused request is repeated. */
  readonly done: () => void;
  readonly cancel: () => void;
}

/** Asks for what a request lacks, over the page from which it came. */
export default function InterruptionSheet({ needed, entered, enter, done, cancel }: Props) {
  const t = useTexts(consoleTexts);
  const titles: Readonly<Record<Needed, string>> = {
    login: t.againTitle,
    factor: t.factorTitle,
    proof: t.proofTitle,
  };
  const leads: Readonly<Record<Needed, string>> = {
    login: t.againText,
    factor: t.factorLead,
    proof: t.proofText,
  };
  function goOn(again: Entered): void {
    // What the page shows belongs to the person who was logged in before.
    if (again.userId !== entered.userId) {
      location.replace('/console');
      return;
    }
    enter(again);
    done();
  }
  return (
    <Sheet title={titles[needed]} isOpen close={cancel}>
      <p className="mt-0 mb-4 text-body text-n-600">{leads[needed]}</p>
      {needed === 'login' && <LoginForm enter={goOn} next={`${location.pathname}${location.search}`} />}
      {needed === 'factor' && <FactorForm entered={entered} enter={goOn} />}
      {needed === 'proof' && <ProofForm entered={entered} done={done} />}
    </Sheet>
  );
}
