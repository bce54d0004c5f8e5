import type { SearchHit, SearchList } from '../shared/components/search-box.js';
import { useTexts } from '../shared/text/language.js';
import { inOrder } from './in-order.js';
import { type Hit, marked, type Part } from './search.js';
import { searchTexts } from './search-texts.js';

type ListedHit = Hit & SearchHit;

interface Props {
  readonly list: SearchList<ListedHit>;
  readonly hits: readonly ListedHit[];
  readonly query: string;
  readonly words: readonly string[];
}

export function SearchHits({ list: { listId, idOf, chosen }, hits, query, words }: Props) {
  const t = useTexts(searchTexts);
  const isAsked = words.length > 0;
  return (
    <>
      <p role="status" className={isAsked ? 'm-0 shrink-0 px-4 pt-3 text-small text-n-500' : 'm-0'}>
        {!isAsked ? '' : hits.length === 0 ? t.nothing(query.trim()) : t.found(hits.length)}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label={t.search}
        className={`min-h-0 flex-1 overflow-y-auto overscroll-contain ${hits.length === 0 ? '' : 'p-2'}`}
      >
        {hits.map((hit) => (
          <HitRow key={hit.id} id={idOf(hit)} hit={hit} words={words} isCurrent={hit === chosen} />
        ))}
      </div>
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly hit: ListedHit;
  readonly words: readonly string[];
  readonly isCurrent: boolean;
}

function HitRow({ id, hit: { entry, excerpt, run }, words, isCurrent }: RowProps) {
  const t = useTexts(searchTexts);
  const { kind, title, place } = entry;
  const isCode = kind === 'field' || kind === 'code' || kind === 'event';
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      onClick={run}
      className={`flex w-full items-start gap-3 rounded-control border-0 px-3 py-2 text-left ${isCurrent ? 'bg-n-100' : 'bg-transparent hover:bg-n-50'}`}
    >
      <span className="mt-0.5 w-16 shrink-0 text-caption text-n-500">{t.kinds[kind]}</span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className={`names text-desk font-medium text-n-900 ${isCode ? 'font-mono' : ''}`}>
            <Marked text={title} words={words} />
          </span>
          {place !== '' && <span className="text-caption text-n-500 names">{place}</span>}
        </span>
        {excerpt !== '' && (
          <span className="block text-small text-n-600 names">
            <Marked text={excerpt} words={words} />
          </span>
        )}
      </span>
    </button>
  );
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return inOrder(marked(text, words).map(drawn));
}

function drawn({ text, isFound }: Part) {
  return isFound ? <mark className="bg-todo text-inherit">{text}</mark> : text;
}
