import { id, text } from '@cinnabar/api/schema.js';
import {
  type RefundObstacle,
  RefundRefused,
  refundByOperator,
} from '@cinnabar/server/areas/payments/index.js';
import { type Command, CommandFailed, jsonOption } from './command.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

const because: Readonly<Record<RefundObstacle, string>> = {
  notFound: 'there is no such order',
  notPaid: 'it is not paid',
  refunding: 'its money goes back already',
  fee: 'it is a fee of signing, which goes back when the contract is revoked',
};

export const orderRefund: Command = {
  name: 'order refund',
  summary: 'Refunds the payment of a contract to its payer.',
  options: {
    id: { type: 'string', required: true, placeholder: 'ID', description: 'the orderId' },
    reason: {
      type: 'string',
      required: true,
      placeholder: 'TEXT',
      description: 'recorded in the history of the contract and sent to the provider',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const orderId = readOption(id<'PayOrder'>(), values, 'id');
    const reason = readOption(text(1, 80), values, 'reason').trim();
    return withPlatform(values, context, async ({ database }) => {
      try {
        const { orderCode, amountFen } = await refundByOperator(database.db, orderId, reason);
        return {
          json: { orderId, orderCode, amountFen },
          text: `order ${orderCode}: CNY ${(amountFen / 100).toFixed(2)} are refunded to the payer`,
        };
      } catch (error) {
        if (error instanceof RefundRefused)
          throw new CommandFailed(`order ${orderId}: ${because[error.obstacle]}`);
        throw error;
      }
    });
  },
};
