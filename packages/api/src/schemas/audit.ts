import { auditedKinds, auditSources } from '../audited-acts.js';
import {
  boolean,
  choice,
  dateTime,
  id,
  int32,
  int64,
  list,
  nullable,
  object,
  optional,
  text,
} from '../schema.js';
import { filter, userId } from './fields.js';
import { countLimitField, pagingFields } from './paging.js';

const filters = {
  userId: optional(userId).means('操作人编号', 'user id of whoever acted'),
  act: optional(filter()).means('动作，如 seal.create', 'act, such as seal.create'),
  objectKind: optional(choice(auditedKinds)).means('对象类型', 'kind of the object'),
  objectId: optional(int64()).means(
    '对象编号，须与 objectKind 同传',
    'id of the object; requires objectKind',
  ),
  source: optional(choice(auditSources)).means(
    '来源：console 控制台 interface 接口 link 链接 platform 平台 commandLine 命令行',
    'source: console, interface (an application), link, platform or commandLine',
  ),
  requestId: optional(filter()).means('请求编号', 'request id'),
  beginTime: optional(dateTime()).means('起始时间', 'start of the period'),
  endTime: optional(dateTime('end')).means(
    '截止时间；仅有日期时含当日',
    'end of the period; a date alone includes the whole day',
  ),
};

export const auditExportInput = object(filters);
export const auditListInput = object({ ...filters, ...pagingFields, ...countLimitField });

const value = nullable(text(0, 10_000));

export const auditEntry = object({
  entryId: id<'AuditEntry'>().means('记录编号', 'id of the entry'),
  sequence: nullable(int64()).means(
    '链上序号，从 1 开始；一分钟内尚未入链时为 null',
    'number in the chain, from 1; null until it is chained, within a minute',
  ),
  intact: nullable(boolean()).means(
    '与链上哈希是否一致；尚未入链时为 null',
    'whether the entry fits its hash in the chain; null until it is chained',
  ),
  time: dateTime().means('时间', 'time of the act'),
  userId: nullable(userId).means('操作人编号', 'user id of whoever acted'),
  userName: text(0, 100).means('操作人姓名', 'name of whoever acted'),
  appId: nullable(text(0, 200)).means('应用编号', 'application through which they acted'),
  subjectUserId: nullable(userId).means('涉及人员编号', 'user id of the person concerned'),
  subjectUserName: text(0, 100).means('涉及人员姓名', 'name of the person concerned'),
  act: text(1, 100).means('动作', 'act'),
  objectKind: nullable(choice(auditedKinds)).means('对象类型', 'kind of the object'),
  objectId: nullable(int64()).means('对象编号', 'id of the object'),
  objectName: text(0, 2000).means(
    '对象名称；合同为编码，保密合同仅有编号',
    'name of the object; of a contract its code, of a confidential one only its number',
  ),
  source: choice(auditSources).means('来源', 'source'),
  requestId: nullable(text(0, 100)).means('请求编号', 'request id'),
  address: text(0, 100).means('地址，已脱敏；已清除时为空', 'address, masked; empty once erased'),
  device: text(0, 2000).means('设备；已清除时为空', 'device; empty once erased'),
  changes: list(
    object({
      field: text(1, 200).means('字段', 'field'),
      before: value.means('之前', 'value before'),
      after: value.means('之后', 'value after'),
    }),
  ).means('变更内容，密钥与号码已脱敏', 'what was changed; secrets and numbers are masked'),
  texts: list(
    object({ field: text(1, 200).means('字段', 'field'), value: value.means('内容', 'text') }),
  ).means('名称等个人信息；已清除时为空', 'names and other personal data; empty once erased'),
});

export const auditChain = object({
  entries: int64().means('链上记录数', 'number of chained entries'),
  waiting: int64().means('等待入链的记录数', 'number of entries that wait to be chained'),
  head: nullable(text(64, 64)).means('最新记录的哈希', 'hash of the newest entry'),
  intact: boolean().means('最近一次核对是否完整', 'whether the last check found the chain intact'),
  brokenAt: nullable(int64()).means('第一条不符的记录序号', 'number of the first entry that does not fit'),
  checkedTime: nullable(dateTime()).means(
    '最近一次核对完成的时间；尚未核对过时为 null',
    'when the last check was completed; null before the first',
  ),
});

export const removal = object({
  time: dateTime().means('清除时间', 'time of the run'),
  kind: text(1, 100).means('数据种类，如 drafts', 'kind of data, such as drafts'),
  rows: int32(1).means('清除条数', 'number of rows removed'),
});
