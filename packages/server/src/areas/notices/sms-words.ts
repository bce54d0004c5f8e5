import type { ParametersOf } from '../sms/index.js';
import type { NoticeFacts, NoticeKind, Said } from './facts.js';

/** The parameters of each template of text messages, which are in Chinese. */
const words: { readonly [Kind in NoticeKind]: (facts: NoticeFacts[Kind]) => ParametersOf<Kind> } = {
  flowTurn: ({ act, deadline, ...said }) => ({ ...sent(said), act: acts[act], until: until(deadline) }),
  flowDeadline: ({ act, ...said }) => ({ ...sent(said), act: acts[act] }),
  flowExtended: sent,
  flowRefused: (said) => said,
  flowRevoked: (said) => said,
  flowCompleted: (said) => said,
  partUnreached: (said) => said,
  partDisowned: (said) => said,
  approvalTurn: ({ what, deadline, ...said }) => ({ ...said, what: subjects[what], until: until(deadline) }),
  approvalPassed: ({ flowTitle }) => ({ flowTitle }),
  approvalRejected: ({ flowTitle, reason }) => ({ flowTitle, reason: because(reason) }),
  approvalEnded: ({ flowTitle, reason }) => ({ flowTitle, reason: because(reason) }),
  automaticSealAsked: (said) => said,
  membershipInvited: (said) => said,
  membershipAsked: (said) => said,
  membershipAccepted: (said) => said,
  certificateDue: ({ corpName, what, deadline }) => ({
    ...{ corpName, advice: certificateAdvice[what] },
    until: deadline === '' ? '尚未签发' : `有效期至 ${deadline}`,
  }),
  passwordReplaced: (said) => said,
};

export function smsParameters<Kind extends NoticeKind>({ kind, facts }: Said<Kind>): ParametersOf<Kind> {
  return words[kind](facts);
}

/** There is room for one name. */
function sent<Facts extends { readonly corpName: string; readonly sender?: string }>({
  sender,
  ...facts
}: Facts): Omit<Facts, 'sender'> {
  return { ...facts, corpName: sender ?? facts.corpName };
}

const acts = { fill: '填写', sign: '签署' } as const;
const certificateAdvice = {
  due: '请及时申请并导入新证书。',
  failed: '向证书机构申请新证书未成功，请登录后查看。',
  ended: '企业暂不能签署，请尽快导入新证书。',
} as const;
const subjects = { seal: '用印', contract: '发起合同' } as const;

function until(deadline: string): string {
  return deadline === '' ? '' : `请于 ${deadline} 前办理。`;
}

function because(reason: string): string {
  return reason === '' ? '' : `理由：${reason}`;
}
