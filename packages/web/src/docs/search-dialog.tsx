import { useEffect, useMemo, useState } from 'react';
import { SearchBox, SearchOverlay } from '../shared/components/search-box.js';
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
    <SearchOverlay label={t.search} close={close}>
      <Finder close={close} choose={choose} />
    </SearchOverlay>
  );
}

function Finder({ close, choose }: Props) {
  const t = useTexts(searchTexts);
  const [query, setQuery] = useState('');
  const entries = useEntries();
  const hits = useMemo(
    () =>
      search(entries, query).map((hit) => ({
        ...hit,
        id: `${hit.entry.kind} ${hit.entry.href}`,
        run: () => choose(hit.entry.href),
      })),
    [entries, query, choose],
  );
  return (
    <SearchBox label={t.search} hint={t.hint} text={query} onText={setQuery} hits={hits} close={close}>
      {(list) => <SearchHits list={list} hits={hits} query={query} words={wordsOf(query)} />}
    </SearchBox>
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
