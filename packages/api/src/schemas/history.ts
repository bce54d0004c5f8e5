/** The history of a flow: its hash chain, readable. */
import { boolean, choice, dateTime, int32, list, nullable, object, text } from '../schema.js';

/** How the actor proved their intent. `automatic`: under an authorisation, by the platform. */
export const historyProofs = ['sms', 'pwd', 'face', 'automatic'] as const;

export const historyEvent = object({
  sequence: int32(1).means('序号，从 1 开始', 'position, from 1'),
  time: dateTime().means('时间', 'time'),
  kind: text(1, 40).means(
    '事件类型，如 started、signed、completed',
    'kind of event, such as started, signed, completed',
  ),
  title: text(0, 100).means('事件名称，按请求语言', 'name of the event, in the language of the request'),
  actor: text(0, 100).means(
    '操作人姓名；平台自动执行时为空',
    'name of the actor; empty for acts of the platform',
  ),
  corpName: text(0, 100).means(
    '操作人所代表的企业名称；个人为空',
    'name of the enterprise for which they acted; empty for a person',
  ),
  proof: nullable(choice(historyProofs)).means(
    '意愿认证方式：sms 短信验证码，pwd 签署密码，face 刷脸，automatic 依授权自动落章；其他事件为 null',
    'proof of intent: sms (code), pwd (signing password), face (face check), automatic (placed under an authorisation); null for other events',
  ),
  device: text(0, 200).means('设备', 'device'),
  address: text(0, 60).means('脱敏的 IP 地址', 'masked IP address'),
  detail: text(0, 10_000).means('说明，按请求语言', 'description, in the language of the request'),
  hash: text(64, 64).means(
    'SHA-256，十六进制，覆盖前一事件的哈希',
    'SHA-256, hexadecimal; covers the hash of the previous event',
  ),
});

const rootFields = {
  number: int32(1).means('日根编号', 'number of the daily root'),
  day: text(10, 10).means('日期，UTC', 'day, UTC'),
  root: text(64, 64).means('根哈希', 'root hash'),
  timestampTime: nullable(dateTime()).means(
    '时间戳时间；尚无时间戳时为 null',
    'time of its timestamp; null: none yet',
  ),
  timestampAuthority: nullable(text(0, 500)).means('时间戳机构', 'authority of the timestamp'),
};

/** A daily root. */
export const evidenceRoot = object({
  ...rootFields,
  size: int32(1).means(
    '当日收录的历史数，含前一日根',
    'number of histories in its tree, the root before it included',
  ),
});

export const flowHistory = object({
  events: list(historyEvent).means('事件，最早的在前', 'events, the earliest first'),
  intact: boolean().means('哈希链是否完整', 'whether the hash chain is intact'),
  brokenAt: nullable(int32(1)).means(
    '第一个与记录不符的事件序号；末尾缺失时为最后一个序号加 1',
    'position of the first event that differs from what was recorded; one after the last if the end is missing',
  ),
  head: nullable(text(64, 64)).means('最后一个事件的哈希', 'hash of the last event'),
  dailyRoot: nullable(object(rootFields)).means(
    '收录此历史的最新日根；尚未收录时为 null',
    'newest daily root that covers this history; null: none yet',
  ),
});
