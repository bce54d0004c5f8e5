import { choice, int32, text } from '@cinnabar/api/schema.js';
import { addPackage, charge } from '@cinnabar/server/areas/enterprise/index.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, UsageError, type Values } from './command.js';
import { corpOption, readCorpId, requireOpenCorp } from './find-corp.js';
import { readOption } from './read-option.js';
import { readTime } from './read-time.js';
import { withPlatform } from './with-platform.js';

/** Guards against typing errors, and keeps balances far below the integer limit. */
const MAX_CONTRACTS = 1_000_000;

/** Entries that only the operator can add to a ledger. */
const TYPES = [
  'adminRecharge',
  'adminContract',
  'orderBuy',
  'orderExpire',
  'crmOrderPresent',
  'crmOrderBuy',
] as const;

export const balanceAdd: Command = {
  name: 'balance add',
  summary:
    'Adds contracts, or collections with --payee, to the account of an enterprise, or takes them away.',
  options: {
    corp: corpOption,
    count: {
      type: 'string',
      required: true,
      placeholder: 'N',
      description: `number of contracts, 1 to ${MAX_CONTRACTS}; negative to deduct`,
    },
    type: {
      type: 'string',
      placeholder: 'TYPE',
      description: `what it is for: ${TYPES.join(', ')}; adminRecharge by default, adminContract if negative`,
    },
    order: { type: 'string', placeholder: 'CODE', description: 'code of the purchased package' },
    expires: {
      type: 'string',
      placeholder: 'DATE',
      description: 'last day of the package; its unused rest is deducted afterwards',
    },
    payee: { type: 'boolean', description: 'collections (contracts with a payment collection) instead' },
    remark: { type: 'string', placeholder: 'TEXT', description: 'remark in the account history' },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const count = readOption(int32(-MAX_CONTRACTS, MAX_CONTRACTS), values, 'count');
    if (count === 0) throw new UsageError('--count 0 changes nothing');
    const recordType = readType(values, count);
    const orderCode = values['order'] === undefined ? null : readOption(text(1, 100), values, 'order').trim();
    const remark = values['remark'] === undefined ? null : readOption(text(1, 1000), values, 'remark').trim();
    const ledger = values['payee'] === true ? 'collection' : 'contract';
    const ends = values['expires'] !== undefined;
    if (ends && count < 0) throw new UsageError('--expires requires a positive --count');
    return withPlatform(values, context, async (platform) => {
      const { database, services, config } = platform;
      await requireOpenCorp(database.db, corpId);
      const now = services.clock.now();
      const expireTime = ends ? readTime(values, 'expires', config.timeZone, 'end') : null;
      if (expireTime !== null && expireTime <= now) throw new UsageError('--expires is in the past');
      const entry = { corpId, ledger, count, remark, recordType, orderCode, now } as const;
      const balance = await audited(
        platform,
        (tx) =>
          expireTime === null
            ? charge(tx, services.ids, { ...entry, flow: null })
            : addPackage(tx, services.ids, entry, expireTime),
        (left) => ({ corpId, act: 'corp.balance', after: { ledger, count, recordType, balance: left } }),
      ).catch(tooMuch);
      const what = ledger === 'collection' ? 'collections' : 'contracts';
      return {
        json: { corpId, ledger, count, balance, ...(expireTime === null ? {} : { expireTime }) },
        text: `enterprise ${corpId} has ${balance} ${what} now`,
      };
    });
  },
};

/** A correction may have either sign; purchases and gifts are positive, expiries negative. */
function readType(values: Values, count: number): (typeof TYPES)[number] {
  if (values['type'] === undefined) return count > 0 ? 'adminRecharge' : 'adminContract';
  const type = readOption(choice(TYPES), values, 'type');
  if (type === 'adminContract') return type;
  const takes = type === 'orderExpire';
  if (count < 0 === takes) return type;
  throw new UsageError(
    `--type ${type} ${takes ? 'takes away: --count is below' : 'adds: --count is above'} zero`,
  );
}

function tooMuch(error: unknown): never {
  if (error instanceof Refusal && error.code === '403')
    throw new CommandFailed('the balance of the account is too low');
  throw error;
}
