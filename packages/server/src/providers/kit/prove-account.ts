import type { Words } from '../../operation/refusal.js';
import type { ProviderCheck } from '../adapter.js';
import { ProviderRefused } from './provider-failure.js';

/**
 * The result of a check of an account, of which a refusal is one as well.
 * @param remedy what to do about a refusal that is not about money
 * @throws ProviderOutage
 */
export async function proveAccount(
  check: () => Promise<ProviderCheck>,
  remedy: Words,
): Promise<ProviderCheck> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return {
      works: false,
      detail: { zh: `账号被拒绝（${error.message}）`, en: `it refuses the account: ${error.message}` },
      remedy:
        error.account === 'balance'
          ? { zh: '为账号充值，或购买新的套餐包', en: 'add money to the account, or buy another package' }
          : remedy,
    };
  }
}
