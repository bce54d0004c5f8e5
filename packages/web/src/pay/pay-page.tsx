import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import type { PayPageView } from '@cinnabar/api/pages/pay.js';
import { viewDue } from '@cinnabar/api/pages/pay.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Wire } from '../api/wire.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { contractPage } from '../shared/link/way-back.js';
import { replaceAddress, useOpenPage } from '../shared/router/open-page.js';
import { useTexts } from '../shared/text/language.js';
import { ChooseMethod } from './choose-method.js';
import { CreditPage } from './credit-page.js';
import { OrderPage } from './order-page.js';
import { payTexts } from './pay-texts.js';
import { addressOf, type Place, placeOf } from './place.js';

export default function PayPage() {
  const t = useTexts(payTexts);
  const link = useLink();
  const queries = useQueryClient();
  const place = placeOf(useOpenPage());
  const back = contractPage(link.linkId, link.entered);
  const leave = useCallback(() => location.assign(back ?? pageAddress('contracts', {})), [back]);
  const key = ['pay', link.linkId];
  const asking = useQuery({
    queryKey: key,
    queryFn: () => link.call(viewDue, {}),
    enabled: link.entered.kind === 'sign',
  });
  if (link.entered.kind !== 'sign') return <StatePage state={{ kind: 'invalid' }} />;
  if (asking.error !== null) return <RefusalPage error={asking.error} retry={() => void asking.refetch()} />;
  const view: Wire<PayPageView> | undefined = asking.data;
  if (view === undefined) return <PageSkeleton />;
  const go = (next: Place) => {
    replaceAddress(addressOf(next, link));
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
