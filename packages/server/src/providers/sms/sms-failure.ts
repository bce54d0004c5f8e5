import { type CodeTable, meaningOf } from '../kit/code-table.js';
import { ProviderOutage, ProviderRefused } from '../kit/provider-failure.js';
import { type SmsFailure, SmsNotSent } from './port.js';

/**
 * Tells why a message was not sent as the port does: one that was not sent may be sent again.
 * @param codes what the provider's codes mean; others mean REFUSED
 */
export function smsFailure(error: unknown, codes: CodeTable<SmsFailure>): unknown {
  if (error instanceof ProviderOutage)
    return new SmsNotSent(error.reached === 'no' ? 'TRANSIENT' : 'UNKNOWN', error.message);
  if (!(error instanceof ProviderRefused)) return error;
  if (error.account === 'balance') return new SmsNotSent('NO_BALANCE', error.code);
  return new SmsNotSent(meaningOf(codes, error.code) ?? 'REFUSED', error.code);
}
