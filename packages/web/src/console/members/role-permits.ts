import { texts } from '../../shared/text/language.js';

/** What each role permits, one line each. */
export const rolePermits = texts(
  {
    change: '修改角色',
    title: (name: string) => `${name} 的角色`,
    note: '没有角色的成员可以发起合同，并办理自己的部分。',
    ADMIN: '除转让所有权外的一切；只有所有者能授予和收回。',
    SEAL_ADMIN: '制作、授权、停用印章，直接使用任何印章。',
    MEMBER_ADMIN: '邀请、修改、移除成员，处理加入申请。',
    TEMPLATE_ADMIN: '设计、发布、停用模板。',
    CONTRACT_ADMIN: '查看企业的全部合同，催办、延期、导出。',
    AUDITOR: '查看合同、成员、用印记录和审计；除本人的部分外不能改变任何内容。',
    auditorToo: '审计员兼有其他角色，就不再独立：这些角色仍可改变内容。',
    save: '保存角色',
    saved: (name: string) => `已修改 ${name} 的角色，下一次点击即生效。`,
  },
  {
    change: 'Change roles',
    title: (name: string) => `Roles of ${name}`,
    note: 'Members without a role start contracts and act in their own parts.',
    ADMIN: 'Everything except passing the ownership; only the owner gives and takes it.',
    SEAL_ADMIN: 'Makes, authorises and suspends seals, and uses any of them.',
    MEMBER_ADMIN: 'Invites, changes and removes members, and decides requests to join.',
    TEMPLATE_ADMIN: 'Designs, publishes and disables templates.',
    CONTRACT_ADMIN: 'Sees all contracts of the enterprise; reminds, extends and exports.',
    AUDITOR: 'Sees contracts, members, uses of seals and the audit; changes nothing but parts of their own.',
    auditorToo: 'An auditor with another role is not independent: that role still permits changes.',
    save: 'Save roles',
    saved: (name: string) => `The roles of ${name} were changed, from their next click on.`,
  },
);
