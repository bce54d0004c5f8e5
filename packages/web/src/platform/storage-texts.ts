import { texts } from '../shared/text/language.js';

/** Purposes of files, by their names in the service. */
type KindNames = Readonly<Record<string, string>>;

const kindsZh: KindNames = {
  'contract-file': '合同文件',
  attachment: '附件',
  picture: '控件图片',
  'seal-upload': '印章原图',
  'seal-preview': '印章预览',
};

const kindsEn: KindNames = {
  'contract-file': 'Files of contracts',
  attachment: 'Attachments',
  picture: 'Pictures in controls',
  'seal-upload': 'Uploaded seals',
  'seal-preview': 'Previews of seals',
};

export const storageTexts = texts(
  {
    backends: { disk: '本机磁盘', s3: '对象存储' },
    backend: '文件存储方式',
    place: '位置',
    fallback: '迁移前的存储',
    disk: '数据目录所在磁盘',
    used: (used: string, total: string, percent: number) => `已用 ${used}，共 ${total}（${percent} %）`,
    free: '剩余空间',
    consequence: '影响：',
    files: '上传的文件',
    filesLead: '签署生成的文件随合同保存，不在此列。',
    tooMany: '文件过多，不逐一统计。',
    noFiles: '还没有上传的文件。',
    kinds: kindsZh,
    count: (count: string) => `${count} 个`,
    cleaned: '近 30 天清理',
    unused: '无人引用满 7 天的上传文件',
    erased: '注销人员的文件',
    lastCleaned: '最近一次有清理',
    nothingCleaned: '无',
    database: '数据库',
    size: '大小',
    archived: '最近一次日志归档',
    notArchived: '未知。备份由数据库之外的工具进行，请在该工具中查看',
    tables: '最大的表（含索引，行数为估计值）',
    rows: (count: string) => `约 ${count} 行`,
    checks: '检查结果',
  },
  {
    backends: { disk: 'Disk of this machine', s3: 'Object store' },
    backend: 'Files are stored in',
    place: 'Location',
    fallback: 'Also read from',
    disk: 'Disk of the data folder',
    used: (used: string, total: string, percent: number) => `${used} of ${total} used (${percent} %)`,
    free: 'Free',
    consequence: 'Consequence: ',
    files: 'Uploaded files',
    filesLead: 'Files made by signing belong to their contracts and are not counted here.',
    tooMany: 'Too many to count.',
    noFiles: 'There are no uploaded files yet.',
    kinds: kindsEn,
    count: (count: string) => `${count} files`,
    cleaned: 'Cleaned up within 30 days',
    unused: 'Uploads that nothing used for 7 days',
    erased: 'Files of people whose data were erased',
    lastCleaned: 'Last removal',
    nothingCleaned: 'None',
    database: 'Database',
    size: 'Size',
    archived: 'Write-ahead log last archived',
    notArchived: 'Unknown: backups are made and monitored outside the database',
    tables: 'Largest tables (with indexes; rows are estimated)',
    rows: (count: string) => `about ${count} rows`,
    checks: 'Checks',
  },
);
