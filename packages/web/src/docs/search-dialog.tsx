import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import type { SearchEntry } from './content.js';
import { searchPart } from './parts.js';
import { search, wordsOf } from './search.js';
import { SearchHits } from './search-hits.js';
import { searchTexts } from './search-texts.js';

interface Props {
  readonly close: () => void;
  readonly choose: (href: string) => void;
}

/** Full-text search; the index is fetched when the dialog is first opened. */
export default function SearchDialog({ close, choose }: Props) {
  const t = useTexts(searchTexts);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && close()}
      isDismissable
      className="fixed inset-0 z-40 flex animate-fade items-start justify-center bg-[#1a1a1766] sm:p-6 sm:pt-[10vh]"
    >
      <Modal className="flex h-full max-h-full w-full flex-col overflow-hidden bg-n-0 shadow-menu sm:h-auto sm:max-h-[76dvh] sm:max-w-[640px] sm:rounded-card">
        <Dialog aria-label={t.search} className="flex min-h-0 flex-col outline-none">
          <Finder close={close} choose={choose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ close, choose }: Props) {
  const t = useTexts(searchTexts);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const entries = useEntries();
  const hits = useMemo(() => search(entries, query), [entries, query]);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  // The dialog is opened to type into it.
  useEffect(() => input.current?.focus(), []);
  const idOf = (index: number) => `${list}-${index}`;

  const onKey = (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = (current + step + hits.length) % hits.length;
      setCurrent(next);
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
    }
    const hit = hits[current];
    if (event.key === 'Enter' && hit !== undefined) {
      event.preventDefault();
      choose(hit.entry.href);
    }
  };

  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-n-200 pr-2 pl-4">
        <Search {...iconSize} className="shrink-0 text-n-500" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={t.search}
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={hits.length > 0 ? idOf(current) : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t.hint}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={onKey}
          className="h-14 min-w-0 flex-1 border-0 bg-transparent text-input outline-none placeholder:text-n-500"
        />
        <IconButton label={t.close} onPress={close}>
          <X {...iconSize} />
        </IconButton>
      </div>
      <SearchHits
        id={list}
        idOf={idOf}
        hits={hits}
        query={query}
        words={wordsOf(query)}
        current={current}
        choose={choose}
      />
    </>
  );
}

/** Empty until the index is there. */
function useEntries(): readonly SearchEntry[] {
  const { language } = useLanguage();
  const [entries, setEntries] = useState<readonly SearchEntry[]>([]);
  useEffect(() => {
    let isWanted = true;
    searchPart(language).then(
      (found) => isWanted && setEntries(found),
      () => isWanted && setEntries([]),
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return entries;
}
