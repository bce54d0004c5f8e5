import { texts } from '../../shared/text/language.js';

export const finderTexts = texts(
  {
    hint: '标题、合同编号、手机号、参与方，或输入 > 查看命令',
    commandsHint: '输入文字搜索，输入 > 查看命令。',
    searching: '正在搜索…',
    nothing: '没有找到。',
    recent: '最近的合同',
    contracts: '合同',
    templates: '模板',
    members: '成员',
    seals: '印章',
    commands: '命令',
    startFrom: '用它发起',
    switchTo: (corp: string) => `切换到 ${corp}`,
  },
  {
    hint: 'Title, number, mobile or party; > for commands',
    commandsHint: 'Type to search, or > for commands.',
    searching: 'Searching…',
    nothing: 'Nothing found.',
    recent: 'Recent contracts',
    contracts: 'Contracts',
    templates: 'Templates',
    members: 'Members',
    seals: 'Seals',
    commands: 'Commands',
    startFrom: 'Start from it',
    switchTo: (corp: string) => `Switch to ${corp}`,
  },
);
