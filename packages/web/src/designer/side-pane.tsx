import { type ReactNode, useEffect, useRef } from 'react';
import { suggestionTexts } from '../canvas/suggestions/suggestion-texts.js';
import { useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';
import { designerTexts } from './designer-texts.js';
import { listTexts } from './list-texts.js';

const panels = ['properties', 'list', 'checks', 'suggestions', 'versions'] as const;
export type Panel = (typeof panels)[number];

interface Props {
  readonly panel: Panel;
  readonly choose: (panel: Panel) => void;
  /** Shown beside the names of the panels. */
  readonly counts: { readonly [Name in Panel]?: number | undefined };
  /** How often a control has been opened; its fields take the focus. */
  readonly timesOpened: number;
  /** Goes back to the selected control. */
  readonly leave: () => void;
  readonly children: ReactNode;
}

/** The column beside the pages, and the choice of what it shows. */
export function SidePane({ panel, choose, counts, timesOpened, leave, children }: Props) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (timesOpened > 0) pane.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [timesOpened]);
  const t = useTexts(designerTexts);
  const words = {
    properties: t.properties,
    list: useTexts(listTexts).title,
    checks: useTexts(checkTexts).title,
    suggestions: useTexts(suggestionTexts).title,
    versions: t.versions,
  };
  return (
    <aside
      ref={pane}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && panel === 'properties') leave();
      }}
      aria-label={t.panel}
      data-side-pane
      className={`flex shrink-0 flex-col overflow-y-auto border-l border-n-200 bg-n-0 p-4 ${panel === 'list' ? 'w-1/2' : 'w-80'}`}
    >
      <div role="toolbar" aria-label={t.panel} className="mb-4 flex flex-wrap gap-1">
        {panels.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={panel === each}
            onClick={() => choose(each)}
            className={`figures min-h-11 rounded-control border-0 px-1.5 text-small ${panel === each ? 'bg-n-100 font-semibold text-n-900' : 'bg-transparent text-n-600 hover:bg-n-50'}`}
          >
            {words[each]}
            {counts[each] !== undefined && ` ${counts[each]}`}
          </button>
        ))}
      </div>
      {children}
    </aside>
  );
}

export function isInSidePane(element: Element | null): boolean {
  return element?.closest('[data-side-pane]') != null;
}
