import { SealAuthorStatus, SealStatus } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { exportAuthorMatrix as operation } from '@cinnabar/api/operations/seal-authors.js';
import type { SealAuthorView } from '@cinnabar/api/schemas/seal-author.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { localTime } from '../../workbook/local-time.js';
import type { Cell, WorkbookColumn } from '../../workbook/sheet-xml.js';
import { writeWorkbook, XLSX } from '../../workbook/write-workbook.js';
import { originOf, recordAct } from '../audit/index.js';
import { printDate } from '../templates/index.js';
import { authorisationsNotEnded } from './authorisation-store.js';
import { authorisationViews } from './authorisation-views.js';
import {
  countOfMatrix,
  hasUsesExamined,
  type MatrixFilter,
  type MatrixMember,
  membersAfter,
  sealsOfMatrix,
} from './matrix-store.js';
import { mayUseSeal } from './rules.js';
import { readMatrixFilter } from './seal-author-matrix.js';

const MEMBERS_AT_ONCE = 500;

const SEAL_WORDS = {
  [SealStatus.enabled]: '启用',
  [SealStatus.pendingReview]: '待审核',
  [SealStatus.rejected]: '审核未通过',
  [SealStatus.suspended]: '停用',
} as const;

const AUTOMATIC_WORDS = {
  none: '否',
  awaitingManager: '待管理者确认',
  awaitingMember: '待成员确认',
  inForce: '是',
} as const;

/** One row: a member with the right of their role, with one authorisation, or with neither. */
interface MatrixRow {
  readonly member: MatrixMember;
  readonly held: 'role' | 'nothing' | HeldAuthorisation;
  readonly isStrict: boolean;
}

interface HeldAuthorisation {
  readonly record: SealAuthorView;
  readonly sealName: string;
  readonly sealStatus: SealStatus;
}

interface Column extends WorkbookColumn {
  readonly cell: (row: MatrixRow, zone: string) => Cell;
}

const text = (header: string, width: number, cell: (row: MatrixRow) => string): Column => ({
  ...{ header, width, kind: 'text', cell },
});

/** A column that only authorisations fill. */
const ofRecord = (header: string, width: number, cell: (held: HeldAuthorisation) => string): Column =>
  text(header, width, ({ held }) => (typeof held === 'string' ? '' : cell(held)));

const time = (header: string, of: (record: SealAuthorView) => Date | null): Column => ({
  ...{ header, width: 20, kind: 'time' },
  cell: ({ held }, zone) => {
    const at = typeof held === 'string' ? null : of(held.record);
    return at === null ? null : localTime(at.getTime(), zone);
  },
});

const columns: readonly Column[] = [
  text('成员', 16, ({ member }) => member.user_name),
  { header: '成员编号', width: 14, kind: 'number', cell: ({ member }) => member.user_id },
  text('工号', 14, ({ member }) => member.job_num),
  text('印章', 28, ({ held }) => (held === 'role' ? '全部印章' : held === 'nothing' ? '' : held.sealName)),
  {
    ...{ header: '印章编号', width: 14, kind: 'number' },
    cell: ({ held }) => (typeof held === 'string' ? null : held.record.sealId),
  },
  ofRecord('印章状态', 12, ({ sealStatus }) => SEAL_WORDS[sealStatus]),
  text('依据', 10, ({ held }) => (held === 'role' ? '角色' : held === 'nothing' ? '无授权' : '授权')),
  text('权限', 10, ({ held }) =>
    held === 'nothing' ? '' : held !== 'role' && held.record.authorRole === 'SEAL_EXAMINER' ? '审批' : '用印',
  ),
  ofRecord('授权状态', 10, ({ record }) => (record.status === SealAuthorStatus.notYet ? '未生效' : '生效中')),
  time('生效时间', ({ effectiveTime }) => effectiveTime),
  time('失效时间', ({ expireTime }) => expireTime),
  ofRecord('适用范围', 40, ({ record }) => (record.authorRange === 0 ? '全部合同' : record.templateName)),
  ofRecord('自动落章', 14, ({ record }) => AUTOMATIC_WORDS[record.autoSignStatus]),
  ofRecord('通知审批人', 12, ({ record }) => (record.examinerNotify === 1 ? '是' : '否')),
  text('每次用印须审批', 16, ({ isStrict }) => (isStrict ? '有审批人的印章' : '否')),
];

/** Streams the rows, so that memory use does not depend on the number of members. */
export async function exportAuthorMatrix(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { db, corpId, now } = ctx;
  const filter = readMatrixFilter(input);
  const members = await countOfMatrix(db, corpId, filter, now);
  if (members === 0) throw refuse('404', { zh: '没有可导出的成员', en: 'there is nothing to export' });
  await recordExport(ctx, filter, members);
  const zone = ctx.services.config.timeZone;
  return {
    fileName: `印章授权表-${printDate(now, 'yyyyMMdd-HHmmss', zone)}.xlsx`,
    mediaType: XLSX,
    bytes: writeWorkbook('印章授权表', columns, rowsOf(ctx, filter, zone)),
  };
}

async function* rowsOf(
  ctx: MemberContext,
  filter: MatrixFilter,
  zone: string,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const { db, corpId, now } = ctx;
  const [seals, isStrict] = await Promise.all([sealsOfMatrix(db, corpId), hasUsesExamined(db, corpId)]);
  let last: MatrixMember | null = null;
  for (;;) {
    const members: readonly MatrixMember[] = await membersAfter(
      db,
      corpId,
      filter,
      last,
      MEMBERS_AT_ONCE,
      now,
    );
    const userIds = members.map(({ user_id }) => user_id);
    const records = await authorisationViews(ctx, await authorisationsNotEnded(db, corpId, userIds, now));
    const held = new Map<UserId, HeldAuthorisation[]>(userIds.map((userId) => [userId, []]));
    for (const record of records) {
      const seal = seals.get(record.sealId);
      if (seal === undefined) continue;
      held.get(record.userId)?.push({ record, sealName: seal.name, sealStatus: seal.status });
    }
    yield members
      .flatMap((member) => rowsOfMember(member, held.get(member.user_id) ?? [], isStrict))
      .map((row) => columns.map(({ cell }) => cell(row, zone)));
    last = members.at(-1) ?? null;
    if (last === null || members.length < MEMBERS_AT_ONCE) return;
  }
}

/** Members without anything have a row as well: that they may use no seal is part of the answer. */
function rowsOfMember(
  member: MatrixMember,
  held: readonly HeldAuthorisation[],
  isStrict: boolean,
): readonly MatrixRow[] {
  const byRole = mayUseSeal(member.roles) ? [{ member, held: 'role', isStrict } as const] : [];
  const rows = [...byRole, ...held.map((each) => ({ member, held: each, isStrict }))];
  return rows.length > 0 ? rows : [{ member, held: 'nothing', isStrict }];
}

async function recordExport(ctx: MemberContext, filter: MatrixFilter, members: number): Promise<void> {
  const { db, corpId, appId, actingMember } = ctx;
  await recordAct(
    db,
    {
      ...{ corpId, userId: actingMember.userId, appId, act: 'sealAuthor.export' },
      after: { members, endsBefore: filter.endsBefore?.toISOString() ?? null },
      texts: { keyword: filter.keyword },
    },
    originOf(ctx),
  );
}
