import { templateList } from '@cinnabar/api/operations/templates.js';
import { ChevronRight, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { iconSize } from '../../shared/components/icons.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Pager } from '../shell/pager.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { newTexts } from './new-texts.js';

const SIZE = 20;

interface Props {
  /** Where a template leads. */
  readonly hrefOf: (templateId: number) => string;
}

/** The enabled templates. */
export function TemplateChoice({ hrefOf }: Props) {
  const t = useTexts(newTexts);
  const { corpId } = useConsole();
  const [name, setName] = useState('');
  const [page, setPage] = useState(1);
  const listing = useList(templateList, {
    templateStatus: 1,
    ...(name === '' ? {} : { templateName: name }),
    listPageNo: page,
    listPageSize: SIZE,
  });
  return (
    <section aria-label={t.chooseTemplate}>
      <div className="mb-3">
        <SearchField
          label={t.searchTemplate}
          value={name}
          change={(text) => {
            setName(text);
            setPage(1);
          }}
        />
      </div>
      {listing.error !== null && (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.chooseTemplate} />
      )}
      {listing.data === undefined ? (
        listing.error === null && <RowsSkeleton rows={4} />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={LayoutTemplate} text={name === '' ? t.noTemplates : t.noTemplateMatch}>
          <ConsoleLink
            href={consoleAddress('consoleNewContract', { corpId }, { way: 'file' })}
            className="inline-flex min-h-11 items-center rounded-control border border-n-400 px-4 text-small font-medium text-n-900 no-underline hover:bg-n-50"
          >
            {t.wayFile}
          </ConsoleLink>
        </Empty>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 shadow-paper">
            {listing.data.items.map((template) => (
              <li key={template.templateId}>
                <ConsoleLink
                  href={hrefOf(template.templateId)}
                  className="flex min-h-14 items-center gap-3 px-4 py-2 text-n-900 no-underline hover:bg-n-25"
                >
                  <span className="min-w-0 flex-1">
                    <bdi className="block text-desk font-medium names">{template.templateName}</bdi>
                    <span className="figures text-small text-n-500">
                      {t.updated(momentInFigures(template.updateTime))}
                    </span>
                  </span>
                  <ChevronRight {...iconSize} className="shrink-0 text-n-400" />
                </ConsoleLink>
              </li>
            ))}
          </ul>
          <Pager
            isInset
            page={page}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={false}
            onPage={setPage}
          />
        </>
      )}
    </section>
  );
}
