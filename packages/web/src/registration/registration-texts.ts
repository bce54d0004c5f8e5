import { texts } from '../shared/text/language.js';

export const registrationTexts = texts(
  {
    title: '确认企业登记',
    lead: (name: string) => `${name}正在登记您的企业，须由您本人确认。`,
    corp: '企业全称',
    code: '统一社会信用代码',
    legal: '法定代表人',
    owner: '确认后成为企业所有者',
    mobile: '其手机号',
    meaning: '企业所有者可以该企业名义签署合同、添加成员、管理印章。请核实后再确认。',
    confirm: '刷脸确认',
    confirming: '正在准备…',
    reject: '不同意',
    rejectedTitle: '已拒绝登记',
    rejectedText: '企业没有登记，任何人都不能以其名义签署。',
  },
  {
    title: 'Confirm the registration of your enterprise',
    lead: (name: string) => `${name} is registering your enterprise. Your own confirmation is required.`,
    corp: 'Full name of the enterprise',
    code: 'Unified social credit code',
    legal: 'Legal representative',
    owner: 'Becomes the owner of the enterprise',
    mobile: 'Mobile number',
    meaning:
      'The owner can sign for the enterprise, add members and manage its seals. Please verify that this is intended.',
    confirm: 'Confirm by face check',
    confirming: 'Preparing…',
    reject: 'Decline',
    rejectedTitle: 'The registration was rejected',
    rejectedText: 'The enterprise is not registered, and nobody can sign for it.',
  },
);
