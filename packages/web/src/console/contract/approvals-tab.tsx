import { getApprovalList } from '@cinnabar/api/operations/approvals.js';
import { contractHistory } from '@cinnabar/api/operations/flow-read.js';
import { momentInFigures, momentInFull } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { ApprovalState } from '../shell/approval-state.js';
import { useAsk, useList } from '../shell/console-context.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { contractTexts } from './contract-texts.js';
import { Lines, line, Nothing } from './list-lines.js';
import type { Task } from './task.js';

/** Approvals that the person has requested, or may see as an examiner, and who decided each and when. */
export function ApprovalsTab({ task }: { readonly task: Task }) {
  const t = useTexts(contractTexts);
  const asked = useList(getApprovalList, {
    docQueryType: 2,
    signFlowName: task.flowTitle,
    listPageSize: 100,
  });
  const received = useList(getApprovalList, {
    docQueryType: 3,
    signFlowName: task.flowTitle,
    listPageSize: 100,
  });
  const history = useAsk(contractHistory, { flowId: task.flowId });
  const failed = asked.error ?? received.error;
  if (failed !== null) return <Failed error={failed} retry={() => void asked.refetch()} what={t.approvals} />;
  if (asked.data === undefined || received.data === undefined) return <RowsSkeleton rows={2} />;
  const known = new Map(
    [...asked.data.items, ...received.data.items]
      .filter(({ signFlowId }) => signFlowId === task.flowId)
      .map((approval) => [approval.approvalId, approval]),
  );
  const steps = (history.data?.events ?? []).filter(
    ({ kind }) => kind === 'approvalOpened' || kind === 'approvalFinished',
  );
  if (known.size === 0 && steps.length === 0) return <Nothing text={t.noApprovals} />;
  return (
    <>
      <Lines>
        {[...known.values()].map((approval) => (
          <li key={approval.approvalId} className={line}>
            <span className="min-w-0 flex-1">
              <bdi className="block text-desk font-medium names">
                {approval.sealName ?? approval.approvalName}
              </bdi>
              <span className="figures text-small text-n-500">
                <bdi>{approval.initiatorName}</bdi> · {momentInFigures(approval.createTime)}
                {approval.failReason !== null && approval.failReason !== '' && (
                  <bdi className="ml-1">· {approval.failReason}</bdi>
                )}
              </span>
            </span>
            <ApprovalState status={approval.approvalStatus} />
          </li>
        ))}
      </Lines>
      {steps.length > 0 && (
        <section aria-label={t.approvalSteps} className="px-4 pt-4 lg:px-6">
          <h2 className="m-0 text-small font-medium text-n-500">{t.approvalSteps}</h2>
          <ol className="m-0 list-none divide-y divide-n-200 p-0">
            {steps.map((step) => (
              <li key={step.sequence} className={line}>
                <span className="figures w-40 shrink-0 text-small text-n-500">{momentInFull(step.time)}</span>
                <span className="text-desk font-medium">{step.title}</span>
                <bdi className="min-w-0 flex-1 text-desk text-n-700 names">
                  {[step.actor, step.corpName, step.detail].filter((each) => each !== '').join(' · ')}
                </bdi>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
