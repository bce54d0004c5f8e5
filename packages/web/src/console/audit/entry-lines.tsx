import { ShieldAlert } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { momentInFigures, momentInFull } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { auditTexts } from './audit-texts.js';
import { type Entry, useEntryWords } from './entry-words.js';

interface Props {
  readonly entries: readonly Entry[];
  readonly open: (entry: Entry) => void;
}

const head = 'h-9 px-3 text-left text-caption font-medium text-n-500';
const cell = 'px-3 py-2 align-top';
const opener =
  'cursor-pointer border-0 bg-transparent p-0 text-left text-desk font-medium text-n-900 hover:underline';

/** Entries as a table, in wide windows. */
export function EntryTable({ entries, open }: Props) {
  const t = useTexts(auditTexts);
  const words = useEntryWords();
  return (
    <table className="w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-40" />
        <col className="w-[14%]" />
        <col className="w-24" />
        <col className="w-[16%]" />
        <col />
        <col className="w-[16%]" />
      </colgroup>
      <thead className="sticky top-0 z-10 bg-n-50">
        <tr className="border-b border-n-200">
          <th className={head}>{t.time}</th>
          <th className={head}>{t.person}</th>
          <th className={head}>{t.source}</th>
          <th className={head}>{t.act}</th>
          <th className={head}>{`${t.object} · ${t.change}`}</th>
          <th className={head}>{t.place}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.entryId} className="border-b border-n-200 bg-n-0 hover:bg-n-25">
            <td className={`${cell} figures text-small text-n-700`}>{momentInFull(entry.time)}</td>
            <td className={`${cell} text-desk names`}>
              <bdi>{words.who(entry)}</bdi>
            </td>
            <td className={`${cell} text-small text-n-700`}>{t.sources[entry.source]}</td>
            <td className={cell}>
              <button
                type="button"
                className={opener}
                aria-label={t.open(words.act(entry), momentInFull(entry.time))}
                onClick={() => open(entry)}
              >
                {words.act(entry)}
              </button>
              <Mark entry={entry} />
            </td>
            <td className={`${cell} text-small text-n-700 names`}>
              <bdi className="line-clamp-2">{words.object(entry)}</bdi>
              <bdi className="line-clamp-2 text-n-500">{words.changes(entry)}</bdi>
            </td>
            <td className={`${cell} figures text-caption text-n-500 names`}>
              <span className="block">{entry.address}</span>
              <bdi className="line-clamp-1">{entry.device}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Entries as cards, on phones. */
export function EntryCards({ entries, open }: Props) {
  const t = useTexts(auditTexts);
  const words = useEntryWords();
  return (
    <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
      {entries.map((entry) => (
        <li key={entry.entryId}>
          <button
            type="button"
            onClick={() => open(entry)}
            className="block min-h-18 w-full cursor-pointer border-0 bg-transparent px-4 py-3 text-left active:bg-n-50"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="text-body font-medium text-n-900">{words.act(entry)}</span>
              <span className="figures shrink-0 text-small text-n-500">{momentInFigures(entry.time)}</span>
            </span>
            <span className="block text-small text-n-700 names">
              <bdi>{words.who(entry)}</bdi> · {t.sources[entry.source]}
            </span>
            <bdi className="block text-small text-n-500 names">{words.object(entry)}</bdi>
            <Mark entry={entry} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Mark({ entry }: { readonly entry: Entry }) {
  const t = useTexts(auditTexts);
  if (entry.intact !== false) return null;
  return (
    <span className="flex items-center gap-1 text-small text-danger">
      <ShieldAlert {...smallIcon} className="shrink-0" />
      {t.marked}
    </span>
  );
}
