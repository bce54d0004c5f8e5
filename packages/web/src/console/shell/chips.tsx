import { X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { shellTexts } from './shell-texts.js';

interface Props {
  readonly chips: readonly { readonly id: string; readonly words: string; readonly remove: () => void }[];
  readonly clear: () => void;
}

/** The filters that are set; each can be removed. */
export function Chips({ chips, clear }: Props) {
  const t = useTexts(shellTexts);
  if (chips.length === 0) return null;
  return (
    <ul className="m-0 flex list-none flex-wrap items-center gap-2 p-0">
      {chips.map(({ id, words, remove }) => (
        <li key={id}>
          <AriaButton
            aria-label={t.removeFilter(words)}
            onPress={remove}
            className="flex min-h-11 items-center gap-1 rounded-full border border-n-400 bg-n-0 py-1 pr-2 pl-3 text-small text-n-900 hover:bg-n-50 lg:min-h-9"
          >
            <bdi className="max-w-60 truncate">{words}</bdi>
            <X {...smallIcon} className="text-n-500" />
          </AriaButton>
        </li>
      ))}
      <li>
        <AriaButton
          onPress={clear}
          className="min-h-11 rounded-control px-2 text-small font-medium text-n-700 hover:bg-n-100 lg:min-h-9"
        >
          {t.clearFilters}
        </AriaButton>
      </li>
    </ul>
  );
}
