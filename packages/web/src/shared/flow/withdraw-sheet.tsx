import { ApprovalStatus } from '@cinnabar/api/enums.js';
import { approvalCancel } from '@cinnabar/api/operations/approvals.js';
import type { FlowPageApproval } from '@cinnabar/api/pages/flow-page.js';
import { useMutation } from '@tanstack/react-query';
import type { Wire } from '../../api/wire.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { useLink } from '../link/link-context.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { contractStateTexts } from './contract-state-texts.js';

interface Props {
  readonly kind: 'awaitingApproval' | 'awaitingConsent';
  readonly approvalId: Wire<FlowPageApproval>['approvalId'];
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly done: () => Promise<void>;
}

/** Confirms the withdrawal of the visitor's own request. */
export function WithdrawSheet({ kind, approvalId, isOpen, close, done }: Props) {
  const t = useTexts(contractStateTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const withdrawing = useMutation({
    mutationFn: () => link.call(approvalCancel, { approvalId, approvalStatus: ApprovalStatus.withdrawn }),
    onSuccess: done,
  });
  return (
    <Sheet
      title={t.withdrawTitle[kind]}
      isOpen={isOpen}
      close={close}
      isHeld={withdrawing.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(withdrawing.error, app.offlineText)?.words ?? null} />
          <Button
            look="dangerous"
            wide
            needsNetwork
            busyLabel={withdrawing.isPending ? t.withdrawing : null}
            onPress={() => withdrawing.mutate()}
          >
            {t.withdrawAct}
          </Button>
        </>
      }
    >
      <p className="m-0 text-body text-n-700">{t.withdrawConsequence[kind]}</p>
    </Sheet>
  );
}
