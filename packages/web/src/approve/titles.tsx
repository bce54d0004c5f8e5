import { useTexts } from '../shared/text/language.js';
import type { ApprovalId, Item } from './approvals.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly items: readonly Item[];
  readonly approvalIds: readonly ApprovalId[];
}

/** The contracts that a batch decision is about. */
export function Titles({ items, approvalIds }: Props) {
  const t = useTexts(approveTexts);
  return (
    <ul className="m-0 mt-1 max-h-40 list-none overflow-y-auto p-0 text-small text-n-600">
      {items
        .filter(({ approvalId }) => approvalIds.includes(approvalId))
        .map(({ approvalId, flowTitle }) => (
          <li key={approvalId} className="names">
            <bdi>{t.contract(flowTitle)}</bdi>
          </li>
        ))}
    </ul>
  );
}
