import { Button as AriaButton } from 'react-aria-components/Button';
import { TickBox } from '../shared/components/tick-box.js';
import { momentInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import type { ApprovalId, Item } from './approvals.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly items: readonly Item[];
  readonly current: ApprovalId | null;
  readonly selected: ReadonlySet<ApprovalId>;
  readonly select: (selected: ReadonlySet<ApprovalId>) => void;
  readonly open: (approvalId: number) => void;
}

/** List of pending approvals, to open one or to select several for one decision. */
export function Inbox({ items, current, selected, select, open }: Props) {
  const t = useTexts(approveTexts);
  const { language } = useLanguage();
  const isAll = items.length > 0 && items.every(({ approvalId }) => selected.has(approvalId));

  function toggle(approvalId: ApprovalId) {
    const next = new Set(selected);
    if (!next.delete(approvalId)) next.add(approvalId);
    select(next);
  }

  return (
    <>
      <TickBox
        isTicked={isAll}
        onChange={() => select(isAll ? new Set() : new Set(items.map(({ approvalId }) => approvalId)))}
        look="flex min-h-12 items-center gap-3 border-b border-n-200 px-4 text-small text-n-600"
      >
        {t.selectAll}
      </TickBox>
      <ul className="m-0 list-none p-0">
        {items.map((item) => {
          const isHere = item.approvalId === current;
          return (
            <li
              key={item.approvalId}
              className={`flex items-stretch border-b border-n-200 ${isHere ? 'bg-n-50 shadow-[inset_3px_0_0_var(--color-n-900)]' : 'bg-n-0'}`}
            >
              <TickBox
                name={t.select(item.flowTitle)}
                isTicked={selected.has(item.approvalId)}
                onChange={() => toggle(item.approvalId)}
                look="flex w-13 shrink-0 items-center justify-center"
              />
              <AriaButton
                aria-current={isHere ? 'true' : 'false'}
                onPress={() => open(item.approvalId)}
                className="min-w-0 flex-1 py-3 pr-4 text-left outline-offset-[-2px]"
              >
                <span className="block text-desk font-medium names">
                  <bdi>{item.flowTitle}</bdi>
                </span>
                <span className="mt-0.5 block text-small text-n-600 names">
                  <bdi>{item.requesterName}</bdi> · <bdi>{item.sealName ?? t.pageContract}</bdi>
                </span>
                <span className="figures mt-0.5 block text-caption text-n-500">
                  {t.expires(momentInWords(item.expireTime, language))}
                </span>
              </AriaButton>
            </li>
          );
        })}
      </ul>
    </>
  );
}
