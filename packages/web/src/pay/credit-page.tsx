import { reversePayContractFee } from '@cinnabar/api/operations/payments.js';
import type { PayPageView } from '@cinnabar/api/pages/pay.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { FormPage } from '../shared/components/form-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { payTexts } from './pay-texts.js';

interface Props {
  readonly view: Wire<PayPageView>;
  readonly leave: () => void;
}

/** An enterprise pays the fee with one contract of its balance. */
export function CreditPage({ view, leave }: Props) {
  const t = useTexts(payTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const [key] = useState(() => crypto.randomUUID());
  const { flowId, participantId } = view;
  const charging = useMutation({
    mutationFn: () => link.call(reversePayContractFee, { flowId, participantId }, { idempotencyKey: key }),
    onSuccess: leave,
  });
  return (
    <FormPage
      title={t.creditTitle}
      lead={t.creditText}
      back={leave}
      submit={() => {
        if (!charging.isPending) charging.mutate();
      }}
      footer={
        <>
          <ErrorLine text={refusalWords(charging.error, app.offlineText)?.words ?? null} />
          <Button type="submit" look="binding" wide busyLabel={charging.isPending ? t.crediting : null}>
            {t.creditPay}
          </Button>
        </>
      }
    >
      <Facts facts={[[t.purpose, t.fee(view.flowTitle)]]} />
    </FormPage>
  );
}
