import type { MailWords, WordedMails } from './mail-words.js';

const acts = { fill: 'fill in', sign: 'sign' } as const;
const buttons = { fill: 'View and fill in', sign: 'View and sign' } as const;
const subjects = { seal: 'the use of a seal', contract: 'sending a contract' } as const;

function open(label: string, link: string): MailWords['action'] {
  return link === '' ? null : { label, link };
}

export const englishMail: WordedMails = {
  flowTurn: ({ corpName, sender = corpName, act, flowTitle, deadline, link }) => ({
    subject: `${sender} asks you to ${acts[act]}: ${flowTitle}`,
    lead: `${sender} asks you to ${acts[act]} this contract.`,
    details: [
      ['Contract', flowTitle],
      ['Sent by', corpName],
      ['Deadline', deadline],
    ],
    action: open(buttons[act], link),
  }),
  flowDeadline: ({ corpName, sender = corpName, act, flowTitle, deadline, link }) => ({
    subject: `Deadline approaching: ${flowTitle}`,
    lead: `The contract that ${sender} asks you to ${acts[act]} expires on ${deadline}.`,
    details: [
      ['Contract', flowTitle],
      ['Sent by', corpName],
      ['Deadline', deadline],
    ],
    action: open(buttons[act], link),
  }),
  flowExtended: ({ corpName, sender = corpName, flowTitle, deadline, link }) => ({
    subject: `Deadline changed: ${flowTitle}`,
    lead: `${sender} has changed the deadline for signing this contract to ${deadline}.`,
    details: [
      ['Contract', flowTitle],
      ['Sent by', corpName],
      ['Deadline', deadline],
    ],
    action: open('View and sign', link),
  }),
  flowRefused: ({ flowTitle }) => ({
    subject: `Contract refused: ${flowTitle}`,
    lead: 'A participant has refused to sign this contract. It has ended, and you need not do anything.',
    details: [['Contract', flowTitle]],
    action: null,
  }),
  flowRevoked: ({ flowTitle }) => ({
    subject: `Contract revoked: ${flowTitle}`,
    lead: 'The sender has revoked this contract, and you need not do anything.',
    details: [['Contract', flowTitle]],
    action: null,
  }),
  flowCompleted: ({ flowTitle, link }) => ({
    subject: `Contract completed: ${flowTitle}`,
    lead: 'Everybody has signed this contract.',
    details: [['Contract', flowTitle]],
    action: open('Open the contract', link),
  }),
  partUnreached: ({ name, flowTitle }) => ({
    subject: `${name} could not be notified: ${flowTitle}`,
    lead: `It is the turn of ${name}, who has no valid mobile number any more and was not notified. Contact them, or name another signer.`,
    details: [['Contract', flowTitle]],
    action: null,
  }),
  partDisowned: ({ name, flowTitle }) => ({
    subject: `Check the mobile number of ${name}: ${flowTitle}`,
    lead: `Somebody opened the link for ${name} and stated that it is not meant for them. Check the mobile number, and name another signer if necessary.`,
    details: [['Contract', flowTitle]],
    action: null,
  }),
  approvalTurn: ({ name, what, flowTitle, deadline, link }) => ({
    subject: `${name} requests your approval: ${flowTitle}`,
    lead: `${name} requests your approval of ${subjects[what]}.`,
    details: [
      ['Contract', flowTitle],
      ['Requested by', name],
      ['Deadline', deadline],
    ],
    action: open('View and decide', link),
  }),
  approvalPassed: ({ flowTitle, reason }) => ({
    subject: `Approved: ${flowTitle}`,
    lead: 'Your request for approval has been approved.',
    details: [
      ['Contract', flowTitle],
      ['Comment', reason],
    ],
    action: null,
  }),
  approvalRejected: ({ flowTitle, reason }) => ({
    subject: `Approval rejected: ${flowTitle}`,
    lead: 'Your request for approval has been rejected.',
    details: [
      ['Contract', flowTitle],
      ['Reason', reason],
    ],
    action: null,
  }),
  approvalEnded: ({ flowTitle, reason }) => ({
    subject: `Approval ended: ${flowTitle}`,
    lead: 'Your request for approval has ended without a decision.',
    details: [
      ['Contract', flowTitle],
      ['Reason', reason],
    ],
    action: null,
  }),
  automaticSealAsked: ({ corpName, sealName, link }) => ({
    subject: `${corpName} requests your consent to automatic placement of a seal`,
    lead: `${corpName} requests to place the seal “${sealName}” automatically in your name. Only you can consent to this.`,
    details: [['Seal', sealName]],
    action: open('View the request', link),
  }),
  membershipInvited: ({ corpName, link }) => ({
    subject: `${corpName} invites you to become a member`,
    lead: `${corpName} invites you to become a member. Only you can accept.`,
    details: [],
    action: open('View the invitation', link),
  }),
  membershipAsked: ({ corpName, name }) => ({
    subject: `${name} asks to join ${corpName}`,
    lead: `${name} asks to become a member of ${corpName}. Sign in to accept or reject the request.`,
    details: [],
    action: null,
  }),
  membershipAccepted: ({ corpName }) => ({
    subject: `You are a member of ${corpName}`,
    lead: `You have become a member of ${corpName} and can continue with your contracts.`,
    details: [],
    action: null,
  }),
  certificateDue: ({ corpName, what, deadline }) => ({
    subject: certificateSubjects[what](corpName),
    lead: certificateLeads[what](corpName),
    details: deadline === '' ? [] : [['Valid until', deadline]],
    action: null,
  }),
  passwordReplaced: ({ corpName }) => ({
    subject: `Your signing password at ${corpName} was replaced`,
    lead: `Your signing password at ${corpName} was replaced. If this was not you, contact the administrator of the enterprise.`,
    details: [],
    action: null,
  }),
};

type ByCertificateState = Readonly<Record<'due' | 'failed' | 'ended', (corp: string) => string>>;

const certificateSubjects: ByCertificateState = {
  due: (corp) => `The signing certificate of ${corp} ends soon`,
  failed: (corp) => `No new signing certificate for ${corp} yet`,
  ended: (corp) => `The signing certificate of ${corp} has ended`,
};

const certificateLeads: ByCertificateState = {
  due: (corp) =>
    `The signing certificate of ${corp}, which another authority issued, ends soon. Request the next one, and import it before the end: afterwards the enterprise cannot sign.`,
  failed: (corp) =>
    `The authority was asked for a new signing certificate of ${corp}, without success; it will be asked again. Sign in to see the reason, and turn to the operator of this service if it remains.`,
  ended: (corp) =>
    `The signing certificate of ${corp}, which another authority issued, has ended, and the enterprise cannot sign. Import the next one.`,
};
