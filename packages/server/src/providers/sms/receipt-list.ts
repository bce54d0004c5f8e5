import { JsonAnswer } from '../kit/json-answer.js';
import { GarbledAnswer } from '../kit/provider-failure.js';
import { type SmsReceipt, SmsReportRefused } from './port.js';

/** Reads a report that is a JSON list. @throws SmsReportRefused */
export function readReceiptList(
  body: Uint8Array,
  read: (entry: JsonAnswer) => SmsReceipt,
): readonly SmsReceipt[] {
  try {
    return JsonAnswer.parse(`{"list":${Buffer.from(body).toString('utf8')}}`)
      .list('list')
      .map(read);
  } catch (error) {
    if (error instanceof GarbledAnswer) throw new SmsReportRefused(error.message);
    throw error;
  }
}
