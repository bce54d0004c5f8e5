import type { Area } from './operation.js';

/** Display names of the areas. */
export const areaNames: Readonly<Record<Area, { readonly zh: string; readonly en: string }>> = {
  credentials: { zh: '凭证', en: 'Credentials' },
  seals: { zh: '印章', en: 'Seals' },
  members: { zh: '成员', en: 'Members' },
  enterprise: { zh: '企业', en: 'Enterprise' },
  sms: { zh: '短信', en: 'Text messages' },
  payments: { zh: '支付', en: 'Payments' },
  templates: { zh: '模板', en: 'Templates' },
  flows: { zh: '合同', en: 'Contracts' },
  approvals: { zh: '审批', en: 'Approvals' },
  webhooks: { zh: '事件回调', en: 'Webhooks' },
  audit: { zh: '审计', en: 'Audit' },
};
