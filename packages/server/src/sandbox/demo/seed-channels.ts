import { addChannel, allPayTypes, type NewChannel } from '../../areas/payments/index.js';
import type { Tx } from '../../database/schema.js';
import type { Services } from '../../operation/services.js';

/** One channel for each payment method; all of them use the sandbox's provider. */
export async function seedChannels(
  tx: Tx,
  { ids }: Pick<Services, 'ids'>,
  merchantId: NewChannel['merchantId'],
  now: Date,
): Promise<void> {
  for (const payType of allPayTypes) {
    await addChannel(tx, ids, {
      merchantId,
      payType,
      appId: `sandbox-${payType}`,
      merchantAccount: `sandbox-${merchantId}`,
      merchantType: 2,
      now,
    });
  }
}
