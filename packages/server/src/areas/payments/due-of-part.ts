import { GoodsType } from '@cinnabar/api/enums.js';
import type { PayPageView } from '@cinnabar/api/pages/pay.js';
import type { Db } from '../../database/schema.js';
import type { Services } from '../../operation/services.js';
import { findCorp } from '../enterprise/index.js';
import { type Flow, isCounterparty, type Participant } from '../flows/index.js';
import { yuanOf } from './money.js';
import type { FlowGoods } from './order.js';
import { newestOrder } from './store/orders.js';

interface Due {
  readonly due: PayPageView['due'];
  readonly amountFen: number | null;
  readonly goodsType: FlowGoods | null;
}

/** Amounts due of a part: the fee first, because signing requires it. */
export async function dueOfPart(
  { db, services }: { readonly db: Db; readonly services: Pick<Services, 'config'> },
  flow: Flow,
  participant: Participant,
): Promise<PayPageView> {
  const { due, amountFen, goodsType } = dueNow(flow, participant, services.config.signingFeeFen);
  const merchant = due === 'collection' ? await findCorp(db, flow.corpId) : null;
  const last = await newestOrder(
    db,
    { flowId: flow.flowId, participantId: participant.participantId },
    goodsType,
  );
  return {
    flowId: flow.flowId,
    participantId: participant.participantId,
    flowTitle: flow.title,
    due,
    amount: amountFen === null ? null : yuanOf(amountFen),
    payeeName: merchant?.corpName ?? null,
    remark: due === 'collection' ? (participant.payee?.remark ?? null) : null,
    lastOrderId: last?.orderId ?? null,
  };
}

function dueNow(flow: Flow, participant: Participant, feeFen: number): Due {
  if (flow.reversePay && !flow.feePaid && isCounterparty(flow, participant)) {
    return participant.type === 'person'
      ? { due: 'fee', amountFen: feeFen, goodsType: GoodsType.contractFee }
      : { due: 'credit', amountFen: null, goodsType: GoodsType.contractFee };
  }
  const { payee } = participant;
  if (payee !== null && !payee.paid)
    return { due: 'collection', amountFen: payee.amountFen, goodsType: GoodsType.collection };
  return { due: 'nothing', amountFen: null, goodsType: null };
}
