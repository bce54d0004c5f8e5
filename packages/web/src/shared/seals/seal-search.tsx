import { Search } from 'lucide-react';
import { useId } from 'react';
import { smallIcon } from '../components/icons.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';

interface Props {
  readonly words: string;
  readonly change: (words: string) => void;
}

/** Narrows a long list of seals as the visitor types. */
export function SealSearch({ words, change }: Props) {
  const t = useTexts(commonTexts);
  const id = useId();
  return (
    <div className="relative mb-4">
      <label htmlFor={id} className="sr-only">
        {t.searchSeals}
      </label>
      <Search {...smallIcon} className="pointer-events-none absolute top-4 left-3 text-n-500" />
      <input
        id={id}
        type="search"
        value={words}
        placeholder={t.searchSeals}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => change(event.target.value)}
        className="box-border h-12 w-full rounded-control border border-n-400 bg-n-0 pr-3 pl-9 text-input text-n-900 placeholder:text-n-500"
      />
    </div>
  );
}
