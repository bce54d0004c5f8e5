import { texts } from '../shared/text/language.js';

export const invitationTexts = texts(
  {
    title: (corp: string) => `加入${corp}`,
    lead: '该企业邀请您成为成员。同意后，您可以代表它签署合同。',
    consent: '我了解并同意以下说明和协议',
    agree: '同意加入',
    agreeing: '正在加入…',
    notKnown: '不认识这家企业？关闭此页即可，不会有任何影响。',
    doneTitle: '已加入',
    doneText: (corp: string) => `您现在可以代表${corp}办理合同。`,
    toContracts: '查看我的合同',
  },
  {
    title: (corp: string) => `Join ${corp}`,
    lead: 'This enterprise invites you to be a member. Once you accept, you can sign for it.',
    consent: 'I understand and accept the following',
    agree: 'Accept',
    agreeing: 'Joining…',
    notKnown: 'Don’t know this enterprise? Close this page; nothing will happen.',
    doneTitle: 'You are a member',
    doneText: (corp: string) => `You can now act for ${corp}.`,
    toContracts: 'See my contracts',
  },
);
