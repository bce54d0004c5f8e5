import { auditedActs } from '@cinnabar/api/audited-acts.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { auditExport as operation } from '@cinnabar/api/operations/audit.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { localTime } from '../../workbook/local-time.js';
import type { Cell, WorkbookColumn } from '../../workbook/sheet-xml.js';
import { writeWorkbook, XLSX } from '../../workbook/write-workbook.js';
import { readFilters, viewsOf } from './audit-list.js';
import { originOf } from './audited-act.js';
import { recordAct } from './record-act.js';
import { type AuditFilters, countEntries, type EntryPosition, pageOfEntries } from './store/list.js';
import type { EntryView } from './view.js';

const ROWS_AT_ONCE = 1000;

const SOURCES = {
  console: '控制台',
  interface: '接口',
  link: '链接',
  platform: '平台',
  commandLine: '命令行',
} as const;

interface Column extends WorkbookColumn {
  readonly cell: (entry: EntryView, zone: string) => Cell;
}

const text = (header: string, width: number, cell: (entry: EntryView) => string): Column => ({
  ...{ header, width, kind: 'text', cell },
});

const columns: readonly Column[] = [
  { header: '链上序号', width: 12, kind: 'number', cell: ({ sequence }) => sequence },
  { header: '时间', width: 20, kind: 'time', cell: ({ time }, zone) => localTime(time.getTime(), zone) },
  text('操作人', 14, ({ userName }) => userName),
  { header: '操作人编号', width: 14, kind: 'number', cell: ({ userId }) => userId },
  text('来源', 10, ({ source }) => SOURCES[source]),
  text('应用', 20, ({ appId }) => appId ?? ''),
  text('动作', 18, ({ act }) => nameOfAct(act)),
  text('对象', 30, ({ objectName }) => objectName),
  { header: '对象编号', width: 14, kind: 'number', cell: ({ objectId }) => objectId },
  text('涉及人员', 14, ({ subjectUserName }) => subjectUserName),
  text('变更内容', 60, ({ changes }) =>
    changes.map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`).join('；'),
  ),
  text('名称等', 40, ({ texts }) =>
    texts.flatMap(({ field, value }) => (value === null ? [] : [`${field}: ${value}`])).join('；'),
  ),
  text('地址', 16, ({ address }) => address),
  text('设备', 30, ({ device }) => device),
  text('请求编号', 28, ({ requestId }) => requestId ?? ''),
  text('与链一致', 10, ({ intact }) => (intact === null ? '待入链' : intact ? '是' : '否')),
];

function nameOfAct(act: string): string {
  return new Map<string, { readonly zh: string }>(Object.entries(auditedActs)).get(act)?.zh ?? act;
}

/** Streams the entries, so that memory use does not depend on their number. */
export async function auditExport(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const filters = readFilters(input);
  const entries = await countEntries(ctx.db, ctx.corpId, filters, null);
  if (entries === 0) {
    throw refuse('404', { zh: '没有可导出的记录', en: 'there is nothing to export' });
  }
  await recordExport(ctx, filters, entries);
  const zone = ctx.services.config.timeZone;
  const stamp = new Date(localTime(ctx.now.getTime(), zone)).toISOString().replace(/\D/g, '').slice(0, 14);
  return {
    fileName: `审计记录-${stamp}.xlsx`,
    mediaType: XLSX,
    bytes: writeWorkbook('审计记录', columns, rowsOf(ctx, filters, zone)),
  };
}

/** Each read starts after the last row, so that no query stays open while a client reads slowly. */
async function* rowsOf(
  { services, corpId, now }: MemberContext,
  filters: AuditFilters,
  zone: string,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  // What is made meanwhile would be missed or not, depending on the reader's speed.
  const end = filters.end === null || filters.end > now ? now : filters.end;
  let last: EntryPosition | null = null;
  for (;;) {
    const behind: EntryPosition | null = last;
    const { rows, views } = await services.reads.read(async (db) => {
      const page = { limit: ROWS_AT_ONCE, offset: 0 };
      const rows = await pageOfEntries(db, corpId, { ...filters, end }, page, behind);
      return { rows, views: await viewsOf(db, corpId, rows) };
    });
    yield views.map((view) => columns.map(({ cell }) => cell(view, zone)));
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < ROWS_AT_ONCE) return;
  }
}

async function recordExport(ctx: MemberContext, filters: AuditFilters, entries: number): Promise<void> {
  const { db, corpId, appId, actingMember } = ctx;
  const { begin, end, act, source } = filters;
  await recordAct(
    db,
    {
      ...{ corpId, userId: actingMember.userId, appId, act: 'audit.export' },
      after: {
        ...{ entries, act, source },
        begin: begin?.toISOString() ?? null,
        end: end?.toISOString() ?? null,
      },
    },
    originOf(ctx),
  );
}
