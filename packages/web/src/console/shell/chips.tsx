import { X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { shellTexts } from './shell-texts.js';

interface Chip {
  readonly id: string;
  readonly words: string;
  /** It is not applied, as `problem` says. */
  readonly isWrong?: boolean;
  readonly remove: () => void;
}

interface Props {
  readonly chips: readonly Chip[];
  readonly clear: () => void;
  readonly problem?: string | null;
}

/** The filters that are set; each can be removed. */
export function Chips({ chips, clear, problem = null }: Props) {
  const t = useTexts(shellTexts);
  if (chips.length === 0) return null;
  return (
    <>
      <ul className="m-0 flex list-none flex-wrap items-center gap-2 p-0">
        {chips.map(({ id, words, isWrong, remove }) => (
          <li key={id}>
            <AriaButton
              aria-label={t.removeFilter(words)}
              onPress={remove}
              className={`flex min-h-11 items-center gap-1 rounded-full border bg-n-0 py-1 pr-2 pl-3 text-small hover:bg-n-50 lg:min-h-10 ${isWrong === true ? 'border-danger text-danger' : 'border-n-400 text-n-900'}`}
            >
              <bdi className="max-w-60 truncate">{words}</bdi>
              <X {...smallIcon} className="text-n-500" />
            </AriaButton>
          </li>
        ))}
        <li>
          <AriaButton
            onPress={clear}
            className="min-h-11 rounded-control px-2 text-small font-medium text-n-700 hover:bg-n-100 lg:min-h-10"
          >
            {t.clearFilters}
          </AriaButton>
        </li>
      </ul>
      {problem !== null && <p className="m-0 basis-full text-small text-danger">{problem}</p>}
    </>
  );
}
