import { texts } from '../../shared/text/language.js';

const KINDS = [
  ...['drafts', 'uploads', 'links', 'smsLog', 'mails', 'faceChecks', 'webhooks', 'auditData', 'reports'],
  'erasedFiles',
] as const;
type Words = Readonly<Record<(typeof KINDS)[number], string>>;

const kindsZh: Words = {
  drafts: '未完成的草稿',
  uploads: '没有使用的上传文件',
  links: '发给参与方的链接',
  smsLog: '短信发送记录',
  mails: '邮件发送记录',
  faceChecks: '刷脸记录',
  webhooks: '事件推送记录',
  auditData: '审计记录中的姓名与地址',
  reports: '清除记录',
  erasedFiles: '已注销人员的文件',
};
const kindsEn: Words = {
  drafts: 'Unfinished drafts',
  uploads: 'Uploads that nothing uses',
  links: 'Links sent to parties',
  smsLog: 'Log of text messages',
  mails: 'Log of mails',
  faceChecks: 'Face checks',
  webhooks: 'Deliveries of webhooks',
  auditData: 'Names and addresses in the audit',
  reports: 'Reports of removals',
  erasedFiles: 'Files of persons who were erased',
};

/** A kind that a later version of the service has is shown by its code. */
function nameIn(words: Words) {
  return (kind: string): string => {
    const known = KINDS.find((each) => each === kind);
    return known === undefined ? kind : words[known];
  };
}

export const retentionTexts = texts(
  {
    lead: '合同、存证和审计记录不会到期清除；其他数据到期后由系统自动清除。',
    draftDays: '未完成的草稿保存',
    auditLead: '审计记录本身不会清除。其中的姓名、地址和设备到期清除，可保存得比平台的期限更久，不能更短。',
    auditDays: '审计记录中的姓名与地址保存',
    auditData: kindsZh.auditData,
    ofPlatform: '按平台的期限',
    days: (days: number) => `${days} 天`,
    whatPeriods: '保存期限',
    periods: '各类数据的保存期限',
    fromLastUse: '自最后使用、修改或结束之日起计算。',
    whatRemovals: '清除记录',
    removals: '清除记录',
    noRemovals: '还没有数据因到期被清除。',
    rows: (rows: string) => `${rows} 条`,
    drafts: kindsZh.drafts,
    nameOf: nameIn(kindsZh),
  },
  {
    lead: 'Contracts, their evidence and the entries of the audit are never removed by a timer. Other data is removed when its period has ended.',
    draftDays: 'Keep unfinished drafts for',
    auditLead:
      'Entries of the audit are never removed. Names, addresses and devices in them are; they can be kept for longer than the platform’s period, and not for less.',
    auditDays: 'Keep names and addresses in the audit for',
    auditData: kindsEn.auditData,
    ofPlatform: 'The platform’s period',
    days: (days: number) => `${days} days`,
    whatPeriods: 'the periods',
    periods: 'How long data is kept',
    fromLastUse: 'Counted from its last use, change or end.',
    whatRemovals: 'the removals',
    removals: 'Removals',
    noRemovals: 'Nothing has been removed yet because its period had ended.',
    rows: (rows: string) => `${rows} rows`,
    drafts: kindsEn.drafts,
    nameOf: nameIn(kindsEn),
  },
);
