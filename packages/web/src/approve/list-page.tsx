import { useEffect, useRef } from 'react';
import { Button } from '../shared/components/button.js';
import { DeskBar, DeskLayout } from '../shared/components/desk-layout.js';
import { PageHeader } from '../shared/components/page-header.js';
import { StatePage, useWayToContracts } from '../shared/components/state-page.js';
import { useTexts } from '../shared/text/language.js';
import { shownOf } from './approvals.js';
import { selectedOf } from './approve-desk-state.js';
import { ApproveSheets, type SheetsProps } from './approve-sheets.js';
import { approveTexts } from './approve-texts.js';
import type { Verdict } from './decision.js';
import { Inbox } from './inbox.js';

interface Props extends SheetsProps {
  readonly open: (approvalId: number) => void;
}

/** Phone version of the list of pending approvals. */
export function ListPage({ open, ...props }: Props) {
  const { desk, send, list, corpName } = props;
  const t = useTexts(approveTexts);
  const toContracts = useWayToContracts();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t.waiting(list.items.length);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (list.items.length === 0)
    return <StatePage icon="done" title={t.emptyTitle} text={t.emptyText} ways={toContracts} />;
  const selected = selectedOf(desk, list.items);
  const ask = (verdict: Verdict) => {
    const approvalIds = [...selected];
    send({ type: 'asked', verdict, approvalIds, shown: shownOf(approvalIds, list.items) });
  };
  const isForSeal = list.items.some(({ kind, approvalId }) => kind === 'seal' && selected.has(approvalId));
  return (
    <DeskLayout
      header={
        <PageHeader title={t.pageSeal} note={<bdi>{t.forCorp(corpName)}</bdi>} hasHeadingBelow back={null} />
      }
      isScrolled
      below={
        selected.size > 0 && (
          <DeskBar>
            <p aria-live="polite" className="figures m-0 mb-2 text-small font-medium">
              {t.selected(selected.size)}
            </p>
            <div className="flex gap-2">
              <div className="shrink-0">
                <Button look="danger" onPress={() => ask('reject')}>
                  {t.rejectMany}
                </Button>
              </div>
              <Button look="binding" wide onPress={() => ask('pass')}>
                {t.passMany}
              </Button>
            </div>
          </DeskBar>
        )
      }
      over={<ApproveSheets {...props} kind={isForSeal ? 'seal' : 'contract'} summary={null} more={null} />}
    >
      <h1 ref={heading} tabIndex={-1} className="figures m-0 px-4 pt-4 pb-2 text-head font-semibold">
        {title}
      </h1>
      <Inbox
        items={list.items}
        current={null}
        selected={selected}
        select={(ids) => send({ type: 'selected', selected: ids })}
        open={open}
      />
    </DeskLayout>
  );
}
