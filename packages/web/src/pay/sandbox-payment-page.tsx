import type { SandboxPayment } from '@cinnabar/api/pages/pay.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callSandbox } from '../api/sandbox.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { FormPage } from '../shared/components/form-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { SandboxPanel } from '../shared/components/sandbox-panel.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { money } from '../shared/format/money.js';
import { useOpenPage } from '../shared/router/open-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { payTexts } from './pay-texts.js';

interface Decided {
  readonly state: SandboxPayment['state'];
}

/** Stands in for a provider's payment page: reached by QR code or redirect. */
export default function SandboxPaymentPage() {
  const t = useTexts(payTexts);
  const app = useTexts(commonTexts);
  const page = useOpenPage();
  const orderNo = page?.name === 'sandboxPayment' ? page.parameters.businessOrderNo : '';
  const looking = useQuery({
    queryKey: ['sandbox payment', orderNo],
    async queryFn(): Promise<SandboxPayment | null> {
      const response = await fetch(`/sandbox/payments/${encodeURIComponent(orderNo)}`);
      return response.ok ? response.json() : null;
    },
  });
  const deciding = useMutation({
    mutationFn: (result: 'success' | 'fail') =>
      callSandbox<Decided>(`/sandbox/pay/${encodeURIComponent(orderNo)}`, { result }),
    onSuccess: () => looking.refetch(),
  });
  const payment = looking.data;
  if (payment === undefined) return <PageSkeleton />;
  if (payment === null) {
    return <StatePage state={{ kind: 'invalid' }} />;
  }
  if (payment.state !== 'open') return <Ended state={payment.state} />;
  return (
    <FormPage
      title={t.sandboxTitle}
      lead={t.sandboxLead}
      submit={() => deciding.mutate('success')}
      footer={
        <>
          <ErrorLine text={refusalWords(deciding.error, app.offlineText)?.words ?? null} />
          <SandboxPanel title={t.sandbox}>
            <div className="grid grid-cols-2 gap-2">
              <Button look="ink" type="submit" wide isDisabled={deciding.isPending}>
                {t.succeed}
              </Button>
              <Button wide isDisabled={deciding.isPending} onPress={() => deciding.mutate('fail')}>
                {t.fail}
              </Button>
            </div>
          </SandboxPanel>
        </>
      }
    >
      <p className="figures mt-0 mb-6 text-amount font-semibold">{money(payment.amount)}</p>
      <Facts facts={[[t.sandboxOrder, orderNo]]} />
    </FormPage>
  );
}

function Ended({ state }: { readonly state: 'succeeded' | 'failed' | 'closed' }) {
  const t = useTexts(payTexts);
  const url = returnUrl();
  const action = url === null ? {} : { action: { label: t.goBack, run: () => location.assign(url) } };
  if (state === 'succeeded') {
    return <StatePage icon="done" title={t.sandboxDone} text={t.sandboxDoneText} {...action} />;
  }
  if (state === 'failed') {
    return <StatePage icon="problem" title={t.sandboxFailed} text={t.sandboxFailedText} {...action} />;
  }
  return <StatePage icon="ended" title={t.sandboxClosed} text={t.sandboxClosedText} {...action} />;
}

/** Only http and https: other schemes could run script. */
function returnUrl(): string | null {
  const given = new URLSearchParams(location.search).get('returnUrl');
  if (given === null || !URL.canParse(given)) return null;
  const { protocol, href } = new URL(given);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
