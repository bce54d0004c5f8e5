import { texts } from '../shared/text/language.js';

export const actsTexts = texts(
  {
    lead: '平台运营人员与命令行的操作，最新的在前。记录写入后不能修改，一分钟内入链。',
    none: '还没有操作记录。',
    command: '命令行',
    former: '已移除的运营人员',
    platform: '平台',
    chained: '已入链',
    waiting: '待入链',
    reason: (reason: string) => `原因：${reason}`,
    nothing: '无',
    change: (before: string, after: string) => `${before} → ${after}`,
    yes: '是',
    no: '否',
  },
  {
    lead: 'What operators and commands have done, the newest first. An entry cannot be changed once it is written, and is chained within a minute.',
    none: 'Nothing has been done yet.',
    command: 'command line',
    former: 'a former operator',
    platform: 'the platform',
    chained: 'chained',
    waiting: 'to be chained',
    reason: (reason: string) => `Reason: ${reason}`,
    nothing: 'none',
    change: (before: string, after: string) => `${before} → ${after}`,
    yes: 'yes',
    no: 'no',
  },
);
