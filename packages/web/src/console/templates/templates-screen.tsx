import { templateDraftList } from '@cinnabar/api/operations/template-drafts.js';
import { templateOverview } from '@cinnabar/api/operations/template-overview.js';
import { templateList } from '@cinnabar/api/operations/templates.js';
import { LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useList, useRight } from '../shell/console-context.js';
import { Pager } from '../shell/pager.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { NewTemplate } from './new-template.js';
import { TemplateRow } from './template-row.js';
import type { TemplateSheet } from './template-sheets.js';
import { templatesTexts } from './templates-texts.js';
import { UnpublishedTemplates } from './unpublished.js';

const FirstTemplates = onDemand(() => import('./first-templates.js'));
const TemplateSheets = onDemand(() => import('./template-sheets.js'));

const SIZE = 20;
/** The latest of those that are being edited. */
const DRAFTS = 100;
const statuses = [1, 0] as const;

/** The templates of the enterprise. Everybody may start from an enabled one; changing them needs the right. */
export default function TemplatesScreen() {
  const t = useTexts(templatesTexts);
  const heading = useHeading(t.title);
  const managesTemplates = useRight('manageTemplates');
  const [filters, keep] = usePageState('consoleTemplates');
  const [sheet, setSheet] = useState<TemplateSheet | null>(null);
  const status = statuses.find((each) => each === filters.status);
  const name = filters.name ?? '';
  const page = Math.max(1, filters.page ?? 1);
  const listing = useList(templateList, {
    ...(name === '' ? {} : { templateName: name }),
    ...(status === undefined ? {} : { templateStatus: status }),
    listPageNo: page,
    listPageSize: SIZE,
  });
  const items = listing.data?.items ?? [];
  const overview = useAsk(
    templateOverview,
    { templateIds: items.map(({ templateId }) => templateId) },
    { isWanted: items.length > 0 },
  );
  const drafts =
    useList(templateDraftList, { listPageNo: 1, listPageSize: DRAFTS }, { isWanted: managesTemplates }).data
      ?.items ?? [];
  const isFiltered = name !== '' || status !== undefined;
  return (
    <div className="mx-auto w-full max-w-[1440px] px-4 py-4 lg:px-6">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-page font-semibold">
          {t.title}
        </h1>
        {managesTemplates && <NewTemplate />}
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchField
          label={t.search}
          value={name}
          change={(text) => keep({ name: text === '' ? undefined : text, page: undefined })}
        />
        <label>
          <span className="sr-only">{t.status}</span>
          <select
            value={status ?? ''}
            onChange={(event) =>
              keep({
                status: event.target.value === '' ? undefined : Number(event.target.value),
                page: undefined,
              })
            }
            className="h-11 rounded-control border border-n-400 bg-n-0 px-3 text-input text-n-900 lg:text-desk"
          >
            <option value="">{t.all}</option>
            {statuses.map((each) => (
              <option key={each} value={each}>
                {each === 1 ? t.enabled : t.disabled}
              </option>
            ))}
          </select>
        </label>
      </div>
      {managesTemplates && page === 1 && !isFiltered && (
        <UnpublishedTemplates drafts={drafts.filter(({ templateId }) => templateId === null)} />
      )}
      {listing.error !== null && (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
      )}
      {listing.data === undefined ? (
        listing.error === null && <RowsSkeleton />
      ) : items.length === 0 ? (
        <Empty icon={LayoutTemplate} text={isFiltered ? t.noMatch : managesTemplates ? t.none : t.noneYet}>
          {isFiltered ? (
            <Button onPress={() => keep({ name: undefined, status: undefined, page: undefined })}>
              {t.clear}
            </Button>
          ) : (
            managesTemplates && <NewTemplate />
          )}
          {!isFiltered && managesTemplates && <FirstTemplates />}
        </Empty>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 shadow-paper">
            {items.map((template) => (
              <TemplateRow
                key={template.templateId}
                template={template}
                use={overview.data?.find(({ templateId }) => templateId === template.templateId)}
                draft={drafts.find(({ templateId }) => templateId === template.templateId)}
                isManaged={managesTemplates}
                open={setSheet}
              />
            ))}
          </ul>
          <Pager
            isInset
            page={page}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={listing.data.isLimited}
            onPage={(next) => keep({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
      {sheet !== null && <TemplateSheets sheet={sheet} close={() => setSheet(null)} />}
    </div>
  );
}
