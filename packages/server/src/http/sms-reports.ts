import type { Logger } from 'pino';
import { type NamedSmsProvider, receiveReport } from '../areas/sms/index.js';
import type { Clock } from '../clock.js';
import type { Db } from '../database/schema.js';
import { SmsReportRefused } from '../providers/sms/port.js';
import { jsonAnswer } from './answer.js';
import { MAX_JSON_BYTES, readBody } from './body.js';
import type { ExtraRoute } from './extra-route.js';

interface SmsReports {
  readonly provider: NamedSmsProvider;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Receives a provider's reports on the delivery of text messages. A report that is refused is sent again. */
export function smsReportRoute({ provider, db, clock, log }: SmsReports): ExtraRoute {
  const { path, confirmation } = provider.port.receipts;
  return {
    method: 'POST',
    path,
    async answer(exchange) {
      const body = await readBody(exchange, MAX_JSON_BYTES);
      const received = { headers: exchange.request.headers, body, now: clock.now() };
      try {
        await receiveReport(db, provider, received);
        return jsonAnswer(200, '200', confirmation);
      } catch (error) {
        if (!(error instanceof SmsReportRefused)) throw error;
        log.warn({ provider: provider.name, detail: error.message }, 'a report on text messages is refused');
        return jsonAnswer(400, '400', JSON.stringify({ error: 'the report was not accepted' }));
      }
    },
  };
}
