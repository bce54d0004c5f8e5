import type { Tx } from '../../../database/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { charge } from '../../enterprise/index.js';
import type { Flow } from '../flow/flow.js';
import { chargedLedgers, flowOfEntry } from '../flow/rules/charging.js';

/** Leaving the draft state costs one contract, and one collection if anybody has to pay with it. */
export async function chargeStart(
  tx: Tx,
  ctx: Pick<MemberContext, 'services' | 'now'>,
  flow: Flow,
): Promise<void> {
  for (const ledger of chargedLedgers(flow)) {
    await charge(tx, ctx.services.ids, {
      corpId: flow.corpId,
      ledger,
      recordType: 'signContract',
      count: -1,
      flow: flowOfEntry(flow),
      remark: null,
      now: ctx.now,
    });
  }
}
