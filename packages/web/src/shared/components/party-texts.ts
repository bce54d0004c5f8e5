import { texts } from '../text/language.js';

export const partyTexts = texts(
  {
    you: '您',
    signed: '已签署',
    signedAt: (time: string) => `已签署 ${time}`,
    filled: '已填写',
    filling: '填写中',
    waitingFill: '待填写',
    waiting: '等待签署',
    waitingTurn: '未轮到',
    approving: '用印审批中',
    refused: '已拒签',
    unfilled: '未填写',
    unsigned: '未签署',
    nothing: '无需处理',
  },
  {
    you: 'You',
    signed: 'Signed',
    signedAt: (time: string) => `Signed ${time}`,
    filled: 'Filled in',
    filling: 'Filling in',
    waitingFill: 'To fill in',
    waiting: 'To sign',
    waitingTurn: 'Not their turn',
    approving: 'Awaiting approval',
    refused: 'Refused',
    unfilled: 'Not filled in',
    unsigned: 'Not signed',
    nothing: 'Nothing to do',
  },
);
