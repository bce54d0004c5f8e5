import { payOrderAudit } from '@cinnabar/api/operations/payments.js';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { money } from '../../shared/format/money.js';
import { useTexts } from '../../shared/text/language.js';
import { useWords } from '../shell/error-words.js';
import { useAct } from '../shell/use-act.js';
import { feesTexts } from './fees-texts.js';
import { ordersTexts } from './orders-texts.js';

interface Props {
  /** The part that has paid. */
  readonly signerId: number;
  readonly payer: string;
  readonly amount: number;
  readonly close: () => void;
  readonly done?: () => void;
}

/** Records that a part has paid outside the service; what shows it is for those who audit the books. */
export function OfflineSheet({ signerId, payer, amount, close, done = close }: Props) {
  const t = useTexts(ordersTexts);
  const common = useTexts(feesTexts);
  const words = useWords();
  const [reason, setReason] = useState('');
  const auditing = useAct(payOrderAudit, done);
  const remark = reason.trim();
  return (
    <Sheet
      title={t.offlineTitle}
      isOpen
      close={close}
      isHeld={auditing.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={remark === ''}
          busyLabel={auditing.isPending ? common.working : null}
          onPress={() => auditing.mutate({ signerId, remark })}
        >
          {t.offline}
        </Button>
      }
    >
      <p className="mt-0 text-body text-n-700">{t.offlineText(payer, money(amount))}</p>
      <TextField label={t.offlineReason} value={reason} maxLength={500} onChange={setReason} />
      <ErrorLine text={auditing.error === null ? null : words(auditing.error)} />
    </Sheet>
  );
}
