import { texts } from '../text/language.js';

export const roleTexts = texts(
  {
    OWNER: '所有者',
    ADMIN: '管理员',
    SEAL_ADMIN: '印章管理员',
    MEMBER_ADMIN: '成员管理员',
    TEMPLATE_ADMIN: '模板管理员',
    CONTRACT_ADMIN: '合同管理员',
    AUDITOR: '审计员',
    none: '成员',
    between: '、',
  },
  {
    OWNER: 'owner',
    ADMIN: 'administrator',
    SEAL_ADMIN: 'seal administrator',
    MEMBER_ADMIN: 'member administrator',
    TEMPLATE_ADMIN: 'template administrator',
    CONTRACT_ADMIN: 'contract administrator',
    AUDITOR: 'auditor',
    none: 'member',
    between: ', ',
  },
);
