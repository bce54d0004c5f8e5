import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { smallIcon } from '../shared/components/icons.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';
import type { Check } from './checks.js';
import type { Control } from './design.js';

/** Whoever has more to do than this begins with the first. */
const MAX_SHOWN = 100;

interface Props {
  readonly checks: readonly Check[];
  /** Shows a control and gives it the focus. */
  readonly reveal: (key: Control['key']) => void;
}

/** The words of a check in the language of the page. */
export function useCheckWords(): (check: Check) => string {
  const t = useTexts(checkTexts);
  const { language } = useLanguage();
  return useCallback(
    ({ said }) =>
      said.kind === 'rule' ? t.rule(said.name, said.words[language]) : t.of[said.kind](said.name, said.other),
    [t, language],
  );
}

/** What prevents publishing, and what the author should know; each line leads to its control. */
export function CheckList({ checks, reveal }: Props) {
  const t = useTexts(checkTexts);
  if (checks.length === 0) {
    return (
      <p className="m-0 flex items-center gap-2 text-desk text-success">
        <CircleCheck {...smallIcon} />
        {t.allFine}
      </p>
    );
  }
  const mistakes = checks.filter(({ isMistake }) => isMistake);
  const warnings = checks.filter(({ isMistake }) => !isMistake);
  return (
    <div className="flex flex-col gap-4">
      {mistakes.length > 0 && <Group label={t.stops(mistakes.length)} checks={mistakes} reveal={reveal} />}
      {warnings.length > 0 && <Group label={t.warns(warnings.length)} checks={warnings} reveal={reveal} />}
    </div>
  );
}

function Group({ label, checks, reveal }: Props & { readonly label: string }) {
  const t = useTexts(checkTexts);
  const wordsOf = useCheckWords();
  return (
    <section aria-label={label}>
      <h3 className="figures m-0 mb-1 text-small font-medium text-n-600">{label}</h3>
      <ul className="m-0 list-none p-0">
        {checks.slice(0, MAX_SHOWN).map((check) => {
          const { id, isMistake, key } = check;
          const words = wordsOf(check);
          const Icon = isMistake ? CircleAlert : TriangleAlert;
          return (
            <li key={id} className="flex items-start gap-2 border-b border-n-100 text-small last:border-0">
              <Icon
                {...smallIcon}
                className={`mt-3 shrink-0 ${isMistake ? 'text-danger' : 'text-warning'}`}
              />
              <span className="min-w-0 flex-1 py-2.5 names">{words}</span>
              {key !== null && (
                <AriaButton
                  onPress={() => reveal(key)}
                  aria-label={t.showAt(words)}
                  className="min-h-11 min-w-11 shrink-0 rounded-control px-1 font-medium text-cinnabar-600 hover:underline"
                >
                  {t.show}
                </AriaButton>
              )}
            </li>
          );
        })}
      </ul>
      {checks.length > MAX_SHOWN && (
        <p className="figures m-0 py-2 text-small text-n-600">{t.more(checks.length - MAX_SHOWN)}</p>
      )}
    </section>
  );
}
