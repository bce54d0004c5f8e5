import { texts } from '../shared/text/language.js';

export const trialTexts = texts(
  {
    title: '试运行',
    text: '用真实的检查试发起一次：列出会被拒绝的原因和费用，不会发出任何合同。',
    sandboxText: '先检查，再用演示人员发起一份沙箱合同，在各方的窗口里填写、签署，直到可以验证的 PDF。',
    corpName: '企业名称',
    name: '姓名',
    mobile: '手机号',
    fixed: '固定成员',
    check: '检查',
    checking: '正在检查…',
    fine: '没有问题，可以发起。',
    problems: (count: number) => `发起会被拒绝：${count} 项`,
    cost: (contracts: number, left: number) => `将扣 ${contracts} 份合同，余额剩 ${left} 份。`,
    start: '发起沙箱合同',
    starting: '正在发起…',
    started: '已发起。各方的窗口：',
    open: (flag: string, name: string) => `${flag} ${name} 的窗口`,
    waiting: '轮到后出现链接',
    flowTitle: (name: string) => `试运行：${name}`,
    missing: '请补全各方的姓名和手机号。',
  },
  {
    title: 'Test run',
    text: 'Checks a start as a real one would be: why it would be refused, and what it costs. Nothing is sent.',
    sandboxText:
      'Check it, then start a contract of the sandbox with the demo people, and fill in and sign it in their windows, up to a PDF that can be verified.',
    corpName: 'Name of the enterprise',
    name: 'Name',
    mobile: 'Mobile number',
    fixed: 'Fixed member',
    check: 'Check',
    checking: 'Checking…',
    fine: 'No problem found; it can be started.',
    problems: (count: number) =>
      `The start would be refused: ${count === 1 ? '1 reason' : `${count} reasons`}`,
    cost: (contracts: number, left: number) =>
      `Charges ${contracts === 1 ? '1 contract' : `${contracts} contracts`}; ${left} left afterwards.`,
    start: 'Start a contract of the sandbox',
    starting: 'Starting…',
    started: 'Started. Windows of the parties:',
    open: (flag: string, name: string) => `Window of ${flag}, ${name}`,
    waiting: 'The link appears when it is their turn',
    flowTitle: (name: string) => `Test run: ${name}`,
    missing: 'Enter name and mobile number of each party.',
  },
);
