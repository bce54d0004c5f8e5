/** Purposes of codes as worded in messages. In Chinese, like all messages. */

/** A contract as described in a message. */
export interface NamedContract {
  /** Its title, or the code of an encrypted or confidential one. */
  readonly title: string;
  /** Name of the initiator. */
  readonly corpName: string;
  /** Human-readable; null if there is none. */
  readonly deadline: string | null;
}

/** The remaining act, in the words of a link. */
const acts = { sign: '签署', fill: '填写', copy: '查看', draft: '编辑' } as const;

/** A code that opens a contract by its link. */
export function contractLinkUse(kind: keyof typeof acts, contract: NamedContract): string {
  const { title, corpName } = contract;
  return `打开${corpName}邀请您${acts[kind]}的《${title}》${until(contract)}`;
}

const links = {
  approval: '处理审批',
  personalAuth: '完成实名认证',
  seals: '管理印章',
  templates: '管理合同模板',
  access: '处理合同',
  autoSign: '确认自动落章',
} as const;

/** A code that opens another subject of an enterprise by its link. */
export function enterpriseLinkUse(kind: keyof typeof links, corpName: string): string {
  return `在${corpName}${links[kind]}`;
}

/** A code that lets the legal representative see who registers their enterprise. */
export function registrationUse(corpName: string): string {
  return `确认${corpName}的企业登记`;
}

export function mineUse(): string {
  return '登录“我的合同”，查看您的全部合同';
}

/** A code that logs in to the console. */
export function loginUse(): string {
  return '登录企业控制台';
}

/** A code by which a person who is logged in confirms that it is still them. */
export function freshProofUse(): string {
  return '确认由您本人办理企业控制台的重要操作';
}

export function joinUse(corpName: string): string {
  return `加入${corpName}`;
}

/** A code by which a manager of the seal consents to automatic placement. */
export function autoSignUse(corpName: string, sealName: string): string {
  return `同意${corpName}的“${sealName}”自动落章`;
}

export function personalContractsUse(corpName: string): string {
  return `允许${corpName}查看和办理您的个人合同`;
}

/** A code by which a person exports or erases what is stored about them. */
export function personalDataUse(act: 'export' | 'erase'): string {
  return act === 'export' ? '导出您的个人信息' : '注销账号并清除您的个人信息，且无法恢复';
}

/** @param mobile the new one, masked */
export function mobileChangeUse(mobile: string): string {
  return `将您的手机号更换为 ${mobile}`;
}

/** @param corpName null: the person's own password, for what they sign for themselves */
export function signPasswordUse(corpName: string | null): string {
  return corpName === null ? '设置您的个人签署密码' : `设置您在${corpName}的签署密码`;
}

export function signingUse(contracts: readonly NamedContract[]): string {
  const [first] = contracts;
  if (first === undefined) return '签署合同';
  const one = `签署${first.corpName}发起的《${first.title}》`;
  return contracts.length === 1 ? `${one}${until(first)}` : `${one}等 ${contracts.length} 份合同`;
}

/** A code whose application has not named the contract. */
export function signingForUse(corpName: string): string {
  return `通过${corpName}签署一份合同`;
}

export interface NamedApproval {
  readonly kind: 'seal' | 'contract';
  readonly title: string;
}

export function approvalUse(corpName: string, approvals: readonly NamedApproval[]): string {
  const [first] = approvals;
  if (first === undefined) return `在${corpName}办理一项审批`;
  const one = `在${corpName}审批《${first.title}》`;
  if (approvals.length > 1) return `${one}等 ${approvals.length} 项`;
  return first.kind === 'seal' ? `${one}的用印` : `${one}的发起`;
}

function until({ deadline }: NamedContract): string {
  return deadline === null ? '' : `（${deadline} 前）`;
}
