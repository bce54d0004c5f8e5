import type { FileAnswer } from '@cinnabar/api/operation.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse } from '../../../operation/refusal.js';
import { localTime } from '../../../workbook/local-time.js';
import type { Cell, WorkbookColumn } from '../../../workbook/sheet-xml.js';
import { writeWorkbook, XLSX } from '../../../workbook/write-workbook.js';
import { type AuditedAct, originOf, recordAct } from '../../audit/index.js';
import { printDate } from '../../templates/index.js';
import { countInbox } from './store/count-inbox.js';
import { type ExportedFlow, eachInInbox, NAME_SEPARATOR } from './store/each-in-inbox.js';
import type { FlowFilters } from './store/inbox-filters.js';
import type { InboxScope } from './store/inbox-scope.js';

const STATUS_WORDS = {
  0: '草稿',
  1: '填写中',
  2: '签署中',
  3: '已完成',
  4: '已撤销',
  5: '已过期',
  6: '已拒签',
} as const;

interface Column extends WorkbookColumn {
  readonly cell: (row: ExportedFlow, zone: string) => Cell;
}

const time = (header: string, of: (row: ExportedFlow) => number | null): Column => ({
  header,
  width: 20,
  kind: 'time',
  cell: (row, zone) => {
    const seconds = of(row);
    return seconds === null ? null : localTime(seconds * 1000, zone);
  },
});

const text = (header: string, width: number, of: (row: ExportedFlow) => string): Column => ({
  header,
  width,
  kind: 'text',
  cell: of,
});

const columns: readonly Column[] = [
  { header: '合同编号', width: 14, kind: 'number', cell: (row) => row.flow_id },
  text('合同编码', 26, (row) => row.flow_code),
  text('合同名称', 40, (row) => row.title),
  text('状态', 10, (row) => STATUS_WORDS[row.status]),
  text('说明', 30, (row) => row.description),
  text('发起企业', 30, (row) => row.owner_corp_name),
  text('发起人', 14, (row) => row.initiator_name),
  text('签署方', 40, signers),
  text('外部订单号', 20, (row) => row.source_order_code ?? ''),
  time('创建时间', (row) => row.at),
  time('发起时间', (row) => row.started_at),
  time('完成时间', (row) => row.finished_at),
  time('截止时间', (row) => row.deadline),
];

function signers({ signer_names, signer_corps }: ExportedFlow): string {
  if (signer_names === '' && signer_corps === '') return '';
  const corps = signer_corps.split(NAME_SEPARATOR);
  return signer_names
    .split(NAME_SEPARATOR)
    .map((name, index) => {
      const corp = corps[index] ?? '';
      return corp === '' ? name : `${corp}（${name}）`;
    })
    .join('；');
}

/**
 * Streams the flows as a workbook, so that memory use does not depend on the number of rows. Cells are typed: a text
 * that looks like a formula remains a text.
 * @throws Refusal 404 when there is nothing to export
 */
export async function exportFlows(
  ctx: MemberContext,
  scope: InboxScope,
  filters: FlowFilters,
): Promise<FileAnswer> {
  const contracts = await countInbox(ctx.db, scope, filters);
  if (contracts === 0) {
    throw refuse('404', { zh: '没有可导出的合同', en: 'there is nothing to export' });
  }
  await recordExport(ctx, scope, filters, contracts);
  const zone = ctx.services.config.timeZone;
  async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
    for await (const batch of eachInInbox(ctx.services.reads, scope, filters)) {
      yield batch.map((row) => columns.map((column) => column.cell(row, zone)));
    }
  }
  return {
    fileName: `合同列表-${printDate(ctx.now, 'yyyyMMdd-HHmmss', zone)}.xlsx`,
    mediaType: XLSX,
    bytes: writeWorkbook('合同', columns, batches()),
  };
}

/** What was searched for may name persons, so it is kept apart from the entry. */
async function recordExport(
  ctx: MemberContext,
  scope: InboxScope,
  filters: FlowFilters,
  contracts: number,
): Promise<void> {
  const { corpId, appId, db } = ctx;
  const { flowTitle, mobile, participant } = filters;
  const act: AuditedAct = {
    corpId: scope.kind === 'enterprise' ? scope.corpId : corpId,
    userId: ctx.actingMember.userId,
    appId,
    act: 'contract.export',
    after: {
      scope: scope.kind,
      contracts,
      ...(filters.statuses === null ? {} : { statuses: filters.statuses }),
    },
    texts: { flowTitle, mobile, participantName: participant?.name ?? null },
  };
  await recordAct(db, act, originOf(ctx));
}
