import type { MailWords, WordedMails } from './mail-words.js';

const acts = { fill: '填写', sign: '签署' } as const;
const subjects = { seal: '用印', contract: '发起合同' } as const;

function open(label: string, link: string): MailWords['action'] {
  return link === '' ? null : { label, link };
}

export const chineseMail: WordedMails = {
  flowTurn: ({ corpName, sender = corpName, act, flowTitle, deadline, link }) => ({
    subject: `${sender}邀请您${acts[act]}：${flowTitle}`,
    lead: `${sender}邀请您${acts[act]}以下合同。`,
    details: [
      ['合同', flowTitle],
      ['发起方', corpName],
      ['截止时间', deadline],
    ],
    action: open(`查看并${acts[act]}`, link),
  }),
  flowDeadline: ({ corpName, sender = corpName, act, flowTitle, deadline, link }) => ({
    subject: `合同即将截止：${flowTitle}`,
    lead: `${sender}邀请您${acts[act]}的合同将于 ${deadline} 截止，逾期将无法${acts[act]}。`,
    details: [
      ['合同', flowTitle],
      ['发起方', corpName],
      ['截止时间', deadline],
    ],
    action: open(`查看并${acts[act]}`, link),
  }),
  flowExtended: ({ corpName, sender = corpName, flowTitle, deadline, link }) => ({
    subject: `签署截止时间已更改：${flowTitle}`,
    lead: `${sender}已将以下合同的签署截止时间改为 ${deadline}。`,
    details: [
      ['合同', flowTitle],
      ['发起方', corpName],
      ['截止时间', deadline],
    ],
    action: open('查看并签署', link),
  }),
  flowRefused: ({ flowTitle }) => ({
    subject: `合同已被拒签：${flowTitle}`,
    lead: '有参与方拒绝签署以下合同，合同已终止，无需再处理。',
    details: [['合同', flowTitle]],
    action: null,
  }),
  flowRevoked: ({ flowTitle }) => ({
    subject: `合同已被撤销：${flowTitle}`,
    lead: '发起方已撤销以下合同，无需再处理。',
    details: [['合同', flowTitle]],
    action: null,
  }),
  flowCompleted: ({ flowTitle, link }) => ({
    subject: `合同已签署完成：${flowTitle}`,
    lead: '各方均已签署以下合同。',
    details: [['合同', flowTitle]],
    action: open('打开合同', link),
  }),
  partUnreached: ({ name, flowTitle }) => ({
    subject: `未能通知${name}：${flowTitle}`,
    lead: `合同轮到${name}处理，但其手机号已失效，未能通知。请联系本人，或更换签署人。`,
    details: [['合同', flowTitle]],
    action: null,
  }),
  partDisowned: ({ name, flowTitle }) => ({
    subject: `请核对${name}的手机号：${flowTitle}`,
    lead: `有人打开发给${name}的链接，表示不是本人。请核对手机号，必要时更换签署人。`,
    details: [['合同', flowTitle]],
    action: null,
  }),
  approvalTurn: ({ name, what, flowTitle, deadline, link }) => ({
    subject: `${name}请您审批${subjects[what]}：${flowTitle}`,
    lead: `${name}请您审批${subjects[what]}。`,
    details: [
      ['合同', flowTitle],
      ['申请人', name],
      ['截止时间', deadline],
    ],
    action: open('查看并审批', link),
  }),
  approvalPassed: ({ flowTitle, reason }) => ({
    subject: `审批已通过：${flowTitle}`,
    lead: '您申请的审批已通过。',
    details: [
      ['合同', flowTitle],
      ['意见', reason],
    ],
    action: null,
  }),
  approvalRejected: ({ flowTitle, reason }) => ({
    subject: `审批已被驳回：${flowTitle}`,
    lead: '您申请的审批已被驳回。',
    details: [
      ['合同', flowTitle],
      ['理由', reason],
    ],
    action: null,
  }),
  approvalEnded: ({ flowTitle, reason }) => ({
    subject: `审批已终止：${flowTitle}`,
    lead: '您申请的审批已终止。',
    details: [
      ['合同', flowTitle],
      ['理由', reason],
    ],
    action: null,
  }),
  automaticSealAsked: ({ corpName, sealName, link }) => ({
    subject: `${corpName}请您同意自动落章`,
    lead: `${corpName}申请以您的名义使用“${sealName}”自动落章，须由您本人同意。`,
    details: [['印章', sealName]],
    action: open('查看申请', link),
  }),
  membershipInvited: ({ corpName, link }) => ({
    subject: `${corpName}邀请您成为其成员`,
    lead: `${corpName}邀请您成为其成员，请由您本人确认。`,
    details: [],
    action: open('查看邀请', link),
  }),
  membershipAsked: ({ corpName, name }) => ({
    subject: `${name}申请成为${corpName}的成员`,
    lead: `${name}申请成为${corpName}的成员，请登录后处理。`,
    details: [],
    action: null,
  }),
  membershipAccepted: ({ corpName }) => ({
    subject: `您已成为${corpName}的成员`,
    lead: `您已成为${corpName}的成员，可以继续处理合同。`,
    details: [],
    action: null,
  }),
  certificateDue: ({ corpName, what, deadline }) => ({
    subject: certificateSubjects[what](corpName),
    lead: certificateLeads[what](corpName),
    details: deadline === '' ? [] : [['有效期至', deadline]],
    action: null,
  }),
  passwordReplaced: ({ corpName }) => ({
    subject: `您在${corpName}的签署密码已重新设置`,
    lead: `您在${corpName}的签署密码已被重新设置。如非本人操作，请联系企业管理员。`,
    details: [],
    action: null,
  }),
};

type ByCertificateState = Readonly<Record<'due' | 'failed' | 'ended', (corp: string) => string>>;

const certificateSubjects: ByCertificateState = {
  due: (corp) => `${corp}的签名证书即将到期`,
  failed: (corp) => `${corp}的新签名证书未能签发`,
  ended: (corp) => `${corp}的签名证书已到期`,
};

const certificateLeads: ByCertificateState = {
  due: (corp) => `${corp}使用的外部签名证书即将到期，请申请新证书，并在到期前导入。到期后企业不能签署。`,
  failed: (corp) =>
    `向证书机构为${corp}申请新证书未成功，系统会继续重试。请登录后查看原因，必要时联系平台运营人员。`,
  ended: (corp) => `${corp}使用的外部签名证书已到期，企业暂不能签署，请尽快导入新证书。`,
};
