import { int32, text } from '@cinnabar/api/schema.js';
import { charge } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { type Command, jsonOption } from './command.js';
import { corpOption, readCorpId, requireCorp } from './find-corp.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

/** More than that is a slip of the finger, and balances stay far from where integers end. */
const MOST = 1_000_000;

export const balanceAdd: Command = {
  name: 'balance add',
  summary: 'Adds contracts, or collections with --payee, to the account of an enterprise.',
  options: {
    corp: corpOption,
    count: { type: 'string', required: true, placeholder: 'N', description: `how many, 1 to ${MOST}` },
    payee: { type: 'boolean', description: 'collections (contracts that collect a payment) instead' },
    remark: { type: 'string', placeholder: 'TEXT', description: 'stands in the account history' },
    json: jsonOption,
  },
  async run(values, surroundings) {
    const corpId = readCorpId(values);
    const count = readOption(int32(1, MOST), values, 'count');
    const remark = values['remark'] === undefined ? null : readOption(text(1, 1000), values, 'remark').trim();
    const ledger = values['payee'] === true ? 'collection' : 'contract';
    return withPlatform(values, surroundings, async ({ database, services }) => {
      await requireCorp(database.db, corpId);
      const now = services.clock.now();
      const balance = await transact(database.db, (tx) =>
        charge(tx, services.ids, {
          ...{ corpId, ledger, count, remark, now },
          recordType: 'adminRecharge',
          flow: null,
        }),
      );
      const what = ledger === 'collection' ? 'collections' : 'contracts';
      return {
        json: { corpId, ledger, count, balance },
        text: `enterprise ${corpId} has ${balance} ${what} now`,
      };
    });
  },
};
