/** The acts that the audit records, and the kinds of their objects. */

/** Every act that the audit records, with its name. */
export const auditedActs = {
  'contract.read': { zh: '查阅合同', en: 'Read a contract by right' },
  'contract.export': { zh: '导出合同列表', en: 'Export a list of contracts' },
  'contract.download': { zh: '批量下载合同', en: 'Download several contracts' },
  'corp.settings': { zh: '修改企业设置', en: 'Change settings' },
  'corp.identity': { zh: '更正企业登记信息', en: 'Correct the recorded identity' },
  'corp.parent': { zh: '变更上级企业', en: 'Change the parent enterprise' },
  'corp.balance': { zh: '调整账户余额', en: 'Adjust a balance' },
  'corp.loginProvider': { zh: '设置企业登录', en: 'Set the log-in provider' },
  'corp.create': { zh: '创建企业', en: 'Create the enterprise' },
  'application.create': { zh: '新建应用', en: 'Create an application' },
  'application.modify': { zh: '修改应用', en: 'Change an application' },
  'application.rotate': { zh: '轮换应用密钥', en: 'Rotate an application secret' },
  'application.disable': { zh: '停用应用', en: 'Disable an application' },
  'application.enable': { zh: '启用应用', en: 'Enable an application' },
  'payChannel.create': { zh: '新增收款渠道', en: 'Add a pay channel' },
  'payChannel.modify': { zh: '修改收款渠道', en: 'Change a pay channel' },
  'payChannel.disable': { zh: '停用收款渠道', en: 'Disable a pay channel' },
  'payOrder.refund': { zh: '退款', en: 'Refund a payment' },
  'registration.review': { zh: '审核企业登记', en: 'Review a registration' },
  'person.name': { zh: '更正个人姓名', en: 'Correct a person’s name' },
  'certificate.revoke': { zh: '吊销证书', en: 'Revoke a certificate' },
  'member.create': { zh: '邀请成员', en: 'Invite a member' },
  'member.modify': { zh: '修改成员信息', en: 'Change a member' },
  'member.roles': { zh: '变更成员角色', en: 'Change roles of a member' },
  'member.delete': { zh: '移除成员', en: 'End a membership' },
  'member.accessLink': { zh: '签发成员访问链接', en: 'Issue a link for a member' },
  'member.acceptJoin': { zh: '处理加入申请', en: 'Decide on a request to join' },
  'seal.create': { zh: '新建印章', en: 'Create a seal' },
  'seal.modify': { zh: '修改印章', en: 'Change a seal' },
  'seal.status': { zh: '变更印章状态', en: 'Change the state of a seal' },
  'seal.makeDefault': { zh: '设为默认印章', en: 'Make a seal the default' },
  'seal.delete': { zh: '删除印章', en: 'Delete a seal' },
  'sealAuthor.add': { zh: '授权印章', en: 'Authorise members for a seal' },
  'sealAuthor.modify': { zh: '修改印章授权', en: 'Change an authorisation' },
  'sealAuthor.cancel': { zh: '撤销印章授权', en: 'Withdraw an authorisation' },
  'template.create': { zh: '新建模板', en: 'Create a template' },
  'template.modify': { zh: '修改模板', en: 'Change a template' },
  'template.controls': { zh: '修改模板控件', en: 'Change the controls of a template' },
  'template.publish': { zh: '发布模板', en: 'Publish a template' },
  'template.status': { zh: '启用或停用模板', en: 'Enable or disable a template' },
  'template.delete': { zh: '删除模板', en: 'Delete a template' },
  'template.export': { zh: '导出模板', en: 'Export a template as a file' },
  'webhook.create': { zh: '新增事件回调', en: 'Add a webhook' },
  'webhook.modify': { zh: '修改事件回调', en: 'Change a webhook' },
  'webhook.delete': { zh: '删除事件回调', en: 'Delete a webhook' },
  'webhook.rotateSecret': { zh: '轮换回调密钥', en: 'Rotate a webhook secret' },
  'session.begin': { zh: '登录控制台', en: 'Log in to the console' },
  'session.refused': { zh: '登录失败', en: 'Fail to log in' },
  'session.factor': { zh: '完成二次验证', en: 'Give the second factor' },
  'session.end': { zh: '结束成员会话', en: 'End sessions of a member' },
  'factor.change': { zh: '变更登录方式', en: 'Change a way to log in' },
  'operator.create': { zh: '新增平台运营人员', en: 'Add an operator of the platform' },
  'audit.export': { zh: '导出审计记录', en: 'Export the audit' },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>;

export type AuditedActName = keyof typeof auditedActs;

/** Kinds of objects; ids of different kinds may be equal. */
export const auditedKinds = [
  'contract',
  'member',
  'person',
  'seal',
  'sealAuthorisation',
  'template',
  'webhook',
  'payChannel',
  'payOrder',
  'registration',
  'corp',
] as const;
export type AuditedKind = (typeof auditedKinds)[number];

export const auditSources = ['console', 'interface', 'link', 'platform', 'commandLine'] as const;
export type AuditSource = (typeof auditSources)[number];
