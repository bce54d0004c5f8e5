import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { iconSize } from '../shared/components/icons.js';
import { TickBox } from '../shared/components/tick-box.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { signTexts } from './sign-texts.js';
import type { Other } from './use-others.js';

interface Props {
  readonly others: readonly Other[];
  /** Whether the line takes up its space even if there are none. */
  readonly isReserved: boolean;
  readonly chosen: readonly Other[];
  readonly choose: (chosen: readonly Other[]) => void;
}

/**
 * Other contracts that one proof can cover, folded into a line below the proof. None is preselected, and each is signed
 * by its own request.
 */
export function Together({ others, isReserved, chosen, choose }: Props) {
  const t = useTexts(signTexts);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (others.length === 0) return isReserved ? <div className="h-12" /> : null;
  const isChosen = (other: Other) => chosen.some(({ flowId }) => flowId === other.flowId);
  return (
    <div className="border-t border-n-200 pt-1">
      <AriaButton
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
        className="figures flex min-h-11 w-full items-center justify-between gap-3 rounded-control text-left text-small text-n-700"
      >
        {chosen.length === 0 ? t.together(others.length) : t.togetherChosen(chosen.length)}
        <ChevronDown
          {...iconSize}
          className={`shrink-0 transition-transform duration-200 ${isOpen ? 'rotate-180' : ''}`}
        />
      </AriaButton>
      <fieldset id={id} hidden={!isOpen} className="m-0 border-0 p-0">
        <legend className="mb-1 p-0 text-caption text-n-500">{t.togetherText}</legend>
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
    </div>
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
