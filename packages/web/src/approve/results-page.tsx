import { CircleCheck, CircleX } from 'lucide-react';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { OutcomePage } from '../shared/components/outcome-page.js';
import { useTexts } from '../shared/text/language.js';
import { type Item, isDone, type Results } from './approvals.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly results: Results;
  /** The approvals as they were before the decision. */
  readonly items: readonly Item[];
  readonly close: () => void;
}

/** Results of a batch, with the reason of each failure. */
export function ResultsPage({ results, items, close }: Props) {
  const t = useTexts(approveTexts);
  const whyNot = ({ reason, flowDesc }: Results[number]) => {
    if (reason === 'FLOW_STATE') return t.tooLate;
    return reason === 'SEAL_NOT_USABLE' ? t.sealStopped : flowDesc;
  };
  const failed = results.filter((result) => !isDone(result)).length;
  return (
    <OutcomePage title={t.resultTitle(results.length - failed, failed)}>
      <p className="m-0 text-body text-n-600">{failed > 0 ? t.resultText : t.resultAllText}</p>
      <ul className="mt-6 mb-0 w-full list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 text-left shadow-paper">
        {results.map((result) => {
          const item = items.find(({ approvalId }) => approvalId === result.approvalId);
          return (
            <li key={result.approvalId} className="flex items-start gap-3 p-4">
              {isDone(result) ? (
                <CircleCheck {...iconSize} className="mt-0.5 shrink-0 text-success" />
              ) : (
                <CircleX {...iconSize} className="mt-0.5 shrink-0 text-danger" />
              )}
              <div className="min-w-0">
                <p className="m-0 text-body font-medium names">
                  <bdi>{result.flowTitle ?? item?.flowTitle}</bdi>
                </p>
                <p className={`m-0 mt-0.5 text-small names ${isDone(result) ? 'text-n-600' : 'text-danger'}`}>
                  {isDone(result) ? t.done : whyNot(result)}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mt-6 w-full">
        <Button look="ink" wide onPress={close}>
          {t.toList}
        </Button>
      </div>
    </OutcomePage>
  );
}
