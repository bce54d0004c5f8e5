/**
 * The statement of trades (bill type `trade`): a ZIP archive with the details and a summary, CSV in GB18030. Lines that
 * begin with # are headings and totals; values may be padded with tabs.
 */
import { unzipSync } from 'fflate';
import { PayProviderFailed, type StatementRow } from '../port.js';
import { fenOf, roundedFenOf } from '../yuan.js';

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 50;

/** @throws PayProviderFailed REFUSED if it cannot be read completely */
export function readAlipayStatement(archive: Uint8Array): readonly StatementRow[] {
  const texts = unpack(archive).map((bytes) => new TextDecoder('gb18030').decode(bytes));
  const details = texts.find((text) => /^[`"]?支付宝交易号,/m.test(text));
  if (details === undefined) throw unreadable('it has no details');
  return readDetails(details);
}

function unpack(archive: Uint8Array): readonly Uint8Array[] {
  let total = 0;
  let files = 0;
  try {
    const entries = unzipSync(archive, {
      filter({ originalSize }) {
        total += originalSize;
        files += 1;
        if (total > MAX_BYTES || files > MAX_FILES) throw new RangeError('too large');
        return originalSize > 0;
      },
    });
    return Object.values(entries);
  } catch {
    throw unreadable('it is not a readable ZIP archive');
  }
}

function readDetails(text: string): readonly StatementRow[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const heading = lines.findIndex((line) => line.startsWith('支付宝交易号,'));
  const columns = valuesOf(lines[heading] ?? '').map((title) => title.replace(/[（(]元[）)]$/, ''));
  const after = lines.slice(heading + 1);
  const end = after.findIndex((line) => line.startsWith('#'));
  if (end === -1) throw unreadable('it has no end');
  const rows = after.slice(0, end).map((line) => readRow(columns, line));
  requireCount(lines, '交易合计', rows.filter(({ kind }) => kind === 'payment').length);
  requireCount(lines, '退款合计', rows.filter(({ kind }) => kind === 'refund').length);
  return rows;
}

function requireCount(lines: readonly string[], title: string, count: number): void {
  const stated = lines
    .map((line) => new RegExp(`${title}[：:]\\s*(\\d+)\\s*笔`).exec(line)?.[1])
    .find(Boolean);
  if (stated !== undefined && Number(stated) !== count) {
    throw unreadable(`it has ${count} of ${stated} rows`);
  }
}

function readRow(columns: readonly string[], line: string): StatementRow {
  const values = valuesOf(line);
  if (values.length < columns.length) throw unreadable('a line lacks values');
  const value = (title: string): string => values[columns.indexOf(title)] ?? '';
  const amountFen = fenOf(value('订单金额'));
  if (amountFen === null) throw unreadable('a row without an amount');
  const isRefund = value('业务类型').startsWith('退款');
  const feeFen = Math.abs(roundedFenOf(value('服务费')) ?? 0);
  return {
    kind: isRefund ? 'refund' : 'payment',
    businessOrderNo: value('商户订单号'),
    providerOrderNo: value('支付宝交易号'),
    refundNo: isRefund ? value('退款批次号/请求号') : null,
    amountFen: Math.abs(amountFen),
    feeFen: isRefund ? -feeFen || 0 : feeFen,
    state: 'succeeded',
  };
}

/** Values may be quoted, because names of goods contain commas. */
function valuesOf(line: string): readonly string[] {
  const values = line.match(/(?<=^|,)(?:\s*"(?:[^"]|"")*"\s*|[^,]*)(?=,|$)/g) ?? [];
  return values.map((value) =>
    value
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
}

function unreadable(detail: string): PayProviderFailed {
  return new PayProviderFailed('REFUSED', `the statement is unreadable: ${detail}`);
}
