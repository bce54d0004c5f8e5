/**
 * The statement of trades (tradebill, type ALL): CSV with a title line, values each preceded by a backtick, and two lines
 * of totals. Columns are found by their titles, because their number has grown over time.
 */

import { PayProviderFailed, type StatementRow } from '../port.js';
import { fenOf, roundedFenOf } from '../yuan.js';

/** @throws PayProviderFailed REFUSED if it cannot be read completely */
export function readWechatStatement(text: string): readonly StatementRow[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const [titles = '', ...rest] = lines;
  const columns = titles.split(',').map((title) => title.replace(/^`/, '').trim());
  const totals = rest.findIndex((line) => !line.startsWith('`'));
  if (totals === -1) throw unreadable('there are no totals');
  const rows = rest.slice(0, totals).map((line) => readRow(columns, line));
  const stated = Number(valuesOf(rest[totals + 1] ?? '')[0]);
  if (stated !== rows.length) throw unreadable(`it has ${rows.length} of ${stated} rows`);
  return rows.filter((row) => row !== null);
}

function readRow(columns: readonly string[], line: string): StatementRow | null {
  const values = valuesOf(line);
  if (values.length < columns.length) throw unreadable('a line lacks values');
  const value = (...titles: readonly string[]): string => {
    const at = titles.map((title) => columns.indexOf(title)).find((index) => index !== -1);
    return (at === undefined ? '' : values[at]) ?? '';
  };
  const state = value('交易状态');
  const common = {
    businessOrderNo: value('商户订单号'),
    providerOrderNo: value('微信订单号'),
    feeFen: roundedFenOf(value('手续费')) ?? 0,
  };
  if (state === 'SUCCESS') {
    const amountFen = fenOf(value('订单金额', '总金额'));
    if (amountFen === null) throw unreadable('a payment without an amount');
    return { ...common, kind: 'payment', refundNo: null, amountFen, state: 'succeeded' };
  }
  // A revoked barcode payment is none of ours.
  if (state !== 'REFUND') return null;
  const amountFen = fenOf(value('申请退款金额', '退款金额'));
  if (amountFen === null) throw unreadable('a refund without an amount');
  const refundState = refundStates[value('退款状态')] ?? 'succeeded';
  return { ...common, kind: 'refund', refundNo: value('商户退款单号'), amountFen, state: refundState };
}

const refundStates: Readonly<Record<string, StatementRow['state']>> = {
  SUCCESS: 'succeeded',
  PROCESSING: 'processing',
  FAIL: 'failed',
  CHANGE: 'failed',
};

/** A name of goods may contain commas, but no value contains a comma before a backtick. */
function valuesOf(line: string): readonly string[] {
  return line
    .replace(/^`/, '')
    .split(',`')
    .map((value) => value.trim());
}

function unreadable(detail: string): PayProviderFailed {
  return new PayProviderFailed('REFUSED', `the statement is unreadable: ${detail}`);
}
