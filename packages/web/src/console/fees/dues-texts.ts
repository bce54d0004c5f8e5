import { texts } from '../../shared/text/language.js';

export const duesTexts = texts(
  {
    lead: '合同约定由对方支付、尚未收到的款项，不论是否已有支付单。',
    none: '没有待收的款项。',
    until: (day: string) => `合同 ${day} 截止`,
    signed: '合同已完成',
    offline: '确认线下付款',
    about: (payer: string, title: string) => `${payer}，${title}`,
    done: (payer: string) => `已记录 ${payer} 的线下付款。`,
  },
  {
    lead: 'What other parties still owe for contracts, whether or not there is an order.',
    none: 'Nothing is due.',
    until: (day: string) => `Contract ends ${day}`,
    signed: 'Contract completed',
    offline: 'Confirm an offline payment',
    about: (payer: string, title: string) => `${payer}, ${title}`,
    done: (payer: string) => `The offline payment by ${payer} is recorded.`,
  },
);
