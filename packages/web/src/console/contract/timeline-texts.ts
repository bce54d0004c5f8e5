import { texts } from '../../shared/text/language.js';

export const timelineTexts = texts(
  {
    what: '合同时间线',
    intact: (count: number) => `链完整，共 ${count} 条。`,
    broken: (sequence: number) => `第 ${sequence} 条与记录不符。请导出存证报告并联系平台。`,
    noRoot: '尚未收录到日根。',
    root: (day: string) => `已收录到 ${day} 日根，等待时间戳。`,
    stampedRoot: (day: string) => `已收录到 ${day} 日根，并加盖时间戳。`,
    platform: '平台',
    sms: '短信验证',
    pwd: '密码验证',
    face: '刷脸验证',
    automatic: '自动落章',
    detail: '说明',
    where: '设备',
    hash: '哈希',
  },
  {
    what: 'the timeline of this contract',
    intact: (count: number) => `The chain is intact: ${count} events.`,
    broken: (sequence: number) =>
      `Event ${sequence} differs from what was recorded. Download the evidence report and inform the operator.`,
    noRoot: 'No daily root covers it yet.',
    root: (day: string) => `Covered by the daily root of ${day}, which awaits its timestamp.`,
    stampedRoot: (day: string) => `Covered by the timestamped daily root of ${day}.`,
    platform: 'Platform',
    sms: 'by text message',
    pwd: 'by password',
    face: 'by face',
    automatic: 'placed automatically',
    detail: 'Details',
    where: 'Device',
    hash: 'Hash',
  },
);
