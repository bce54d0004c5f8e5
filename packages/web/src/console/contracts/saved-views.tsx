import { viewList } from '@cinnabar/api/operations/workspace.js';
import { Bookmark } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { lineLook, PopoverList } from '../shell/popover-list.js';
import { type Filters, queryOf } from './filters.js';
import { viewTexts } from './view-texts.js';

interface Props {
  readonly filters: Filters;
  readonly manage: () => void;
}

/** Views that the person has saved, and saving the present one. */
export function SavedViews({ filters, manage }: Props) {
  const t = useTexts(viewTexts);
  const { corpId } = useConsole();
  const views = useAsk(viewList, {}).data ?? [];
  const query = queryOf(filters);
  const current = views.find((view) => view.query === query);
  const list = consoleAddress('consoleContracts', { corpId });
  return (
    <PopoverList
      label={current === undefined ? t.views : t.view(current.viewName)}
      side="start"
      buttonLook="inline-flex min-h-11 items-center gap-2 rounded-control bg-n-0! px-3 text-small font-medium shadow-[inset_0_0_0_1px_var(--color-n-400)] hover:bg-n-50!"
      button={
        <>
          <Bookmark {...smallIcon} />
          <bdi className="max-w-40 truncate">{current?.viewName ?? t.views}</bdi>
        </>
      }
    >
      {(close) => (
        <>
          {views.length === 0 && <p className="m-0 px-3 py-2 text-small text-n-500">{t.none}</p>}
          <ul className="m-0 list-none p-0">
            {views.map((view) => (
              <li key={view.viewName}>
                <ConsoleLink
                  href={view.query === '' ? list : `${list}?${view.query}`}
                  isCurrent={view === current}
                  onFollow={close}
                  className={`${lineLook} ${view === current ? 'font-semibold' : ''}`}
                >
                  <bdi className="max-w-72 names">{view.viewName}</bdi>
                </ConsoleLink>
              </li>
            ))}
          </ul>
          <button
            type="button"
            onClick={() => {
              close();
              manage();
            }}
            className={`${lineLook} border-t border-n-200 text-n-700`}
          >
            {t.manage}
          </button>
        </>
      )}
    </PopoverList>
  );
}
