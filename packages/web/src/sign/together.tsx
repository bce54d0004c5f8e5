import { TickBox } from '../shared/components/tick-box.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { signTexts } from './sign-texts.js';
import type { Other } from './use-others.js';

interface Props {
  readonly others: readonly Other[];
  readonly chosen: readonly Other[];
  readonly choose: (chosen: readonly Other[]) => void;
}

/** Other contracts that one proof can cover. None is preselected, and each is signed by its own request. */
export function Together({ others, chosen, choose }: Props) {
  const t = useTexts(signTexts);
  if (others.length === 0) return null;
  const isChosen = (other: Other) => chosen.some(({ flowId }) => flowId === other.flowId);
  return (
    <fieldset className="m-0 mt-5 border-0 p-0">
      <legend className="p-0 text-small text-n-600">{t.together}</legend>
      <p className="m-0 mt-1 mb-1 text-caption text-n-500">{t.togetherText}</p>
      {others.map((other) => (
        <OtherRow
          key={other.flowId}
          other={other}
          isChosen={isChosen(other)}
          toggle={() =>
            choose(
              isChosen(other) ? chosen.filter(({ flowId }) => flowId !== other.flowId) : [...chosen, other],
            )
          }
        />
      ))}
    </fieldset>
  );
}

interface RowProps {
  readonly other: Other;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}

function OtherRow({ other, isChosen, toggle }: RowProps) {
  const t = useTexts(signTexts);
  const { language } = useLanguage();
  return (
    <TickBox isTicked={isChosen} onChange={toggle} look="flex min-h-11 items-center gap-3 py-1">
      <span className="min-w-0 flex-1 text-desk names">
        <bdi>{other.title}</bdi>
      </span>
      {other.deadline !== null && (
        <span className="figures shrink-0 text-caption text-n-500">
          {t.deadline(dayInWords(other.deadline, language))}
        </span>
      )}
    </TickBox>
  );
}
