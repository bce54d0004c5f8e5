import type { PayPageView } from '@cinnabar/api/pages/pay.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Wire } from '../api/wire.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { LinkGate } from '../shared/link/link-gate.js';
import { contractPage } from '../shared/link/way-back.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { ChooseMethod } from './choose-method.js';
import { CreditPage } from './credit-page.js';
import { OrderPage } from './order-page.js';
import { payTexts } from './pay-texts.js';
import { type Place, placeInAddress } from './place.js';

export default function PayPage() {
  const t = useTexts(commonTexts);
  return (
    <LinkGate>
      <Cashier invalid={<StatePage icon="blocked" title={t.invalidTitle} text={t.invalidText} />} />
    </LinkGate>
  );
}

function Cashier({ invalid }: { readonly invalid: React.ReactNode }) {
  const t = useTexts(payTexts);
  const link = useLink();
  const queries = useQueryClient();
  const [place, setPlace] = useState<Place>(placeInAddress);
  const back = contractPage(link.linkId, link.entered);
  const leave = useCallback(() => location.assign(back ?? '/contracts'), [back]);
  const key = ['pay', link.linkId];
  const asking = useQuery({
    queryKey: key,
    queryFn: () => link.ask<PayPageView>('/pages/pay/due'),
    enabled: link.entered.kind === 'sign',
  });
  if (link.entered.kind !== 'sign') return invalid;
  if (asking.error !== null) return <RefusalPage error={asking.error} retry={() => void asking.refetch()} />;
  const view: Wire<PayPageView> | undefined = asking.data;
  if (view === undefined) return <PageSkeleton />;
  const go = (next: Place) => {
    history.replaceState(null, '', `/pay/${next}?l=${link.linkId}`);
    setPlace(next);
    void queries.invalidateQueries({ queryKey: key });
  };
  const orderId = place === 'last' ? view.lastOrderId : place === 'new' ? null : place;
  if (orderId !== null) {
    return <OrderPage orderId={orderId} view={view} again={() => go('new')} leave={leave} />;
  }
  if (view.due === 'nothing') {
    return (
      <StatePage icon="done" title={t.paidTitle} text={t.paidText} action={{ label: t.back, run: leave }} />
    );
  }
  if (view.due === 'credit') return <CreditPage view={view} leave={leave} />;
  return <ChooseMethod view={view} chosen={go} leave={leave} />;
}
