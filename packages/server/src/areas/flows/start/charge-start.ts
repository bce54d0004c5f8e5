import type { Tx } from '../../../database/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { type Charge, type ChargeAlone, charge, chargeAlone } from '../../enterprise/index.js';
import type { Flow } from '../flow/flow.js';
import { type ChargedLedger, chargedLedgers, flowOfEntry } from '../flow/rules/charging.js';

/** chargeStart in the statement of the start; null if it takes more than one ledger. */
export async function chargedStart(
  ctx: Pick<MemberContext, 'services' | 'now'>,
  flow: Flow,
): Promise<ChargeAlone | null> {
  const [ledger, ...others] = chargedLedgers(flow);
  if (ledger === undefined || others.length > 0) return null;
  return chargeAlone(ctx.services.ids, chargeOf(ctx, flow, ledger));
}

/** Leaving the draft state costs one contract, and one collection if anybody has to pay with it. */
export async function chargeStart(
  tx: Tx,
  ctx: Pick<MemberContext, 'services' | 'now'>,
  flow: Flow,
): Promise<void> {
  for (const ledger of chargedLedgers(flow)) {
    await charge(tx, ctx.services.ids, chargeOf(ctx, flow, ledger));
  }
}

function chargeOf({ now }: Pick<MemberContext, 'now'>, flow: Flow, ledger: ChargedLedger): Charge {
  return {
    corpId: flow.corpId,
    ledger,
    recordType: 'signContract',
    count: -1,
    flow: flowOfEntry(flow),
    remark: null,
    now,
  };
}
