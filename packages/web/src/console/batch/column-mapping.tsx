import type { BatchColumn } from '@cinnabar/api/batch-columns.js';
import { useId } from 'react';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { type Mapping, unusedHeaders } from './batch-table.js';
import { batchTexts } from './batch-texts.js';
import type { SourceTable } from './reading/source-table.js';

interface Props {
  readonly columns: readonly BatchColumn[];
  readonly source: SourceTable;
  readonly mapping: Mapping;
  readonly change: (mapping: Mapping) => void;
}

/** Which column of the source fills which column of the template. */
export function ColumnMapping({ columns, source, mapping, change }: Props) {
  const t = useTexts(batchTexts);
  const { language } = useLanguage();
  const id = useId();
  const missing = columns.filter(({ required }, index) => required && mapping[index] === null);
  const unused = unusedHeaders(source, mapping);
  return (
    <details open={missing.length > 0} className="mb-4 rounded-card bg-n-0 px-4 py-2 shadow-paper">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-small font-medium">
        {t.mapping}
        {unused.length > 0 && (
          <span className="font-normal text-n-600 names">{t.unused(unused.join('、'))}</span>
        )}
      </summary>
      {missing.map((column) => (
        <p key={column.key} className="m-0 mb-2 text-small text-danger">
          {t.missingColumn(column[language])}
        </p>
      ))}
      <div className="grid gap-x-4 gap-y-2 pb-3 sm:grid-cols-2 lg:grid-cols-4">
        {columns.map((column, index) => (
          <div key={column.key}>
            <label htmlFor={`${id}-${column.key}`} className="block text-caption text-n-600 names">
              {column[language]}
            </label>
            <select
              id={`${id}-${column.key}`}
              value={mapping[index] ?? ''}
              onChange={(event) => {
                const chosen = event.target.value === '' ? null : Number(event.target.value);
                change(mapping.map((from, at) => (at === index ? chosen : from === chosen ? null : from)));
              }}
              className="mt-1 box-border h-11 w-full rounded-control border border-n-400 bg-n-0 px-2 text-small text-n-900"
            >
              <option value="">{t.noColumn}</option>
              {source.headers.map((header, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name, and never move
                <option key={at} value={at}>
                  {header === '' ? `#${at + 1}` : header}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </details>
  );
}
