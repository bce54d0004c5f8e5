/**
 * Who can bind whom, and by what: every channel and every act, for an enterprise's part and for a person's. The
 * expectations are written by hand; docs/security-for-integrators.md contains the same table.
 */

export const channels = [
  'ownLink',
  'ownSession',
  'ownFrame',
  'otherFrame',
  'approverLink',
  'copierLink',
  'accessSession',
  'application',
  'otherApplication',
  'letIn',
  'commandLine',
] as const;

export const acts = [
  'fill',
  'sign',
  'remark',
  'newPassword',
  'approve',
  'refuse',
  'transfer',
  'attach',
  'extend',
  'change',
  'pay',
  'makeSeal',
  'chooseSeal',
  'memberPassword',
  'role',
] as const;

export const parts = ['enterprise', 'personal'] as const;

/** In the order of the cells in a row with proofs. */
export const proofs = ['none', 'sms', 'memberPassword', 'ownPassword', 'face'] as const;

export type Channel = (typeof channels)[number];
export type ActName = (typeof acts)[number];
export type PartName = (typeof parts)[number];
export type ProofName = (typeof proofs)[number];

/** Acts that require a proof; rows of other acts have one outcome. */
export const provenActs: readonly ActName[] = ['sign', 'remark', 'approve'];

/** HTTP status, code and reason. A success has the operation's own code. */
export const outcomes = {
  done: [200, 'success', null],
  /** Carried out in the enterprise of the application, without any effect on this one or its contracts. */
  elsewhere: [200, 'success', null],
  WISH_REQUIRED: [403, '403', 'WISH_REQUIRED'],
  PERMISSION_DENIED: [403, '403', 'PERMISSION_DENIED'],
  OWN_SESSION_REQUIRED: [403, '403', 'OWN_SESSION_REQUIRED'],
  OWN_WINDOW_REQUIRED: [403, '403', 'OWN_WINDOW_REQUIRED'],
  APPROVAL_AUTH_REQUIRED: [403, '403', 'APPROVAL_AUTH_REQUIRED'],
  FLOW_STATE: [403, '403', 'FLOW_STATE'],
  /** The password proves nothing in this case. */
  '1402': [200, '1402', null],
  /** The face check was made for another requester. */
  '1403': [200, '1403', null],
  /** The same response as for a missing object. */
  '404': [404, '404', null],
} as const;

/** Why the combination does not exist. */
const nothingPersonal: Readonly<Partial<Record<ActName, string>>> = {
  approve: 'seals and drafts that need a consent belong to enterprises',
  extend: 'a deadline is the contract’s, and stands in the row of the enterprise',
  memberPassword: 'a member’s password is one of an enterprise',
  role: 'roles are an enterprise’s',
};

/** The acts available to each command of the command line; the test compares this with the commands that exist. */
export const commands: Readonly<Partial<Record<string, ActName>>> = { 'member role': 'role' };

/** null: the combination can be tested. */
export function impossible(channel: Channel, act: ActName, part: PartName): string | null {
  const impersonal = part === 'personal' ? nothingPersonal[act] : undefined;
  if (impersonal !== undefined) return impersonal;
  if (channel !== 'commandLine') return null;
  return act === 'role' ? null : 'the command line has no command for it';
}

/** channel, act, part, and the outcome: for acts that require a proof, one for each of `proofs`. */
const written = `
ownLink fill enterprise | done
ownLink fill personal | done
ownLink sign enterprise | WISH_REQUIRED done done 1402 done
ownLink sign personal | WISH_REQUIRED done 1402 done done
ownLink remark enterprise | WISH_REQUIRED done done 1402 done
ownLink remark personal | WISH_REQUIRED done 1402 done done
ownLink newPassword enterprise | done
ownLink newPassword personal | done
ownLink approve enterprise | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
ownLink refuse enterprise | done
ownLink refuse personal | done
ownLink transfer enterprise | PERMISSION_DENIED
ownLink transfer personal | PERMISSION_DENIED
ownLink attach enterprise | done
ownLink attach personal | done
ownLink extend enterprise | PERMISSION_DENIED
ownLink change enterprise | PERMISSION_DENIED
ownLink change personal | PERMISSION_DENIED
ownLink pay enterprise | done
ownLink pay personal | done
ownLink makeSeal enterprise | PERMISSION_DENIED
ownLink makeSeal personal | done
ownLink chooseSeal enterprise | PERMISSION_DENIED
ownLink chooseSeal personal | done
ownLink memberPassword enterprise | PERMISSION_DENIED
ownSession fill enterprise | done
ownSession fill personal | done
ownSession sign enterprise | WISH_REQUIRED done done 1402 done
ownSession sign personal | WISH_REQUIRED done 1402 done done
ownSession remark enterprise | WISH_REQUIRED done done 1402 done
ownSession remark personal | WISH_REQUIRED done 1402 done done
ownSession newPassword enterprise | done
ownSession newPassword personal | done
ownSession approve enterprise | APPROVAL_AUTH_REQUIRED done 1402 done done
ownSession refuse enterprise | done
ownSession refuse personal | done
ownSession transfer enterprise | PERMISSION_DENIED
ownSession transfer personal | PERMISSION_DENIED
ownSession attach enterprise | done
ownSession attach personal | done
ownSession extend enterprise | PERMISSION_DENIED
ownSession change enterprise | PERMISSION_DENIED
ownSession change personal | PERMISSION_DENIED
ownSession pay enterprise | done
ownSession pay personal | done
ownSession makeSeal enterprise | PERMISSION_DENIED
ownSession makeSeal personal | done
ownSession chooseSeal enterprise | PERMISSION_DENIED
ownSession chooseSeal personal | done
ownSession memberPassword enterprise | PERMISSION_DENIED
ownFrame fill enterprise | done
ownFrame fill personal | done
ownFrame sign enterprise | WISH_REQUIRED done done 1402 done
ownFrame sign personal | WISH_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED
ownFrame remark enterprise | WISH_REQUIRED done done 1402 done
ownFrame remark personal | WISH_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED
ownFrame newPassword enterprise | done
ownFrame newPassword personal | OWN_WINDOW_REQUIRED
ownFrame approve enterprise | APPROVAL_AUTH_REQUIRED done 1402 done done
ownFrame refuse enterprise | done
ownFrame refuse personal | done
ownFrame transfer enterprise | PERMISSION_DENIED
ownFrame transfer personal | PERMISSION_DENIED
ownFrame attach enterprise | done
ownFrame attach personal | done
ownFrame extend enterprise | PERMISSION_DENIED
ownFrame change enterprise | PERMISSION_DENIED
ownFrame change personal | PERMISSION_DENIED
ownFrame pay enterprise | done
ownFrame pay personal | done
ownFrame makeSeal enterprise | PERMISSION_DENIED
ownFrame makeSeal personal | done
ownFrame chooseSeal enterprise | PERMISSION_DENIED
ownFrame chooseSeal personal | done
ownFrame memberPassword enterprise | PERMISSION_DENIED
otherFrame fill enterprise | done
otherFrame fill personal | done
otherFrame sign enterprise | WISH_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED
otherFrame sign personal | WISH_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED
otherFrame remark enterprise | WISH_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED
otherFrame remark personal | WISH_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED
otherFrame newPassword enterprise | OWN_WINDOW_REQUIRED
otherFrame newPassword personal | OWN_WINDOW_REQUIRED
otherFrame approve enterprise | OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED OWN_WINDOW_REQUIRED
otherFrame refuse enterprise | done
otherFrame refuse personal | done
otherFrame transfer enterprise | PERMISSION_DENIED
otherFrame transfer personal | PERMISSION_DENIED
otherFrame attach enterprise | done
otherFrame attach personal | done
otherFrame extend enterprise | PERMISSION_DENIED
otherFrame change enterprise | PERMISSION_DENIED
otherFrame change personal | PERMISSION_DENIED
otherFrame pay enterprise | done
otherFrame pay personal | done
otherFrame makeSeal enterprise | PERMISSION_DENIED
otherFrame makeSeal personal | done
otherFrame chooseSeal enterprise | PERMISSION_DENIED
otherFrame chooseSeal personal | done
otherFrame memberPassword enterprise | PERMISSION_DENIED
approverLink fill enterprise | PERMISSION_DENIED
approverLink fill personal | PERMISSION_DENIED
approverLink sign enterprise | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
approverLink sign personal | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
approverLink remark enterprise | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
approverLink remark personal | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
approverLink newPassword enterprise | PERMISSION_DENIED
approverLink newPassword personal | PERMISSION_DENIED
approverLink approve enterprise | APPROVAL_AUTH_REQUIRED done 1402 done done
approverLink refuse enterprise | PERMISSION_DENIED
approverLink refuse personal | PERMISSION_DENIED
approverLink transfer enterprise | PERMISSION_DENIED
approverLink transfer personal | PERMISSION_DENIED
approverLink attach enterprise | PERMISSION_DENIED
approverLink attach personal | PERMISSION_DENIED
approverLink extend enterprise | PERMISSION_DENIED
approverLink change enterprise | PERMISSION_DENIED
approverLink change personal | PERMISSION_DENIED
approverLink pay enterprise | PERMISSION_DENIED
approverLink pay personal | PERMISSION_DENIED
approverLink makeSeal enterprise | PERMISSION_DENIED
approverLink makeSeal personal | PERMISSION_DENIED
approverLink chooseSeal enterprise | PERMISSION_DENIED
approverLink chooseSeal personal | PERMISSION_DENIED
approverLink memberPassword enterprise | PERMISSION_DENIED
copierLink fill enterprise | PERMISSION_DENIED
copierLink fill personal | PERMISSION_DENIED
copierLink sign enterprise | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
copierLink sign personal | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
copierLink remark enterprise | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
copierLink remark personal | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
copierLink newPassword enterprise | PERMISSION_DENIED
copierLink newPassword personal | PERMISSION_DENIED
copierLink approve enterprise | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
copierLink refuse enterprise | PERMISSION_DENIED
copierLink refuse personal | PERMISSION_DENIED
copierLink transfer enterprise | PERMISSION_DENIED
copierLink transfer personal | PERMISSION_DENIED
copierLink attach enterprise | PERMISSION_DENIED
copierLink attach personal | PERMISSION_DENIED
copierLink extend enterprise | PERMISSION_DENIED
copierLink change enterprise | PERMISSION_DENIED
copierLink change personal | PERMISSION_DENIED
copierLink pay enterprise | PERMISSION_DENIED
copierLink pay personal | PERMISSION_DENIED
copierLink makeSeal enterprise | PERMISSION_DENIED
copierLink makeSeal personal | PERMISSION_DENIED
copierLink chooseSeal enterprise | PERMISSION_DENIED
copierLink chooseSeal personal | PERMISSION_DENIED
copierLink memberPassword enterprise | PERMISSION_DENIED
accessSession fill enterprise | done
accessSession fill personal | PERMISSION_DENIED
accessSession sign enterprise | WISH_REQUIRED done PERMISSION_DENIED PERMISSION_DENIED 1403
accessSession sign personal | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
accessSession remark enterprise | WISH_REQUIRED done PERMISSION_DENIED PERMISSION_DENIED 1403
accessSession remark personal | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
accessSession newPassword enterprise | PERMISSION_DENIED
accessSession newPassword personal | PERMISSION_DENIED
accessSession approve enterprise | PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED PERMISSION_DENIED
accessSession refuse enterprise | PERMISSION_DENIED
accessSession refuse personal | PERMISSION_DENIED
accessSession transfer enterprise | PERMISSION_DENIED
accessSession transfer personal | PERMISSION_DENIED
accessSession attach enterprise | PERMISSION_DENIED
accessSession attach personal | PERMISSION_DENIED
accessSession extend enterprise | PERMISSION_DENIED
accessSession change enterprise | PERMISSION_DENIED
accessSession change personal | PERMISSION_DENIED
accessSession pay enterprise | PERMISSION_DENIED
accessSession pay personal | PERMISSION_DENIED
accessSession makeSeal enterprise | PERMISSION_DENIED
accessSession makeSeal personal | PERMISSION_DENIED
accessSession chooseSeal enterprise | PERMISSION_DENIED
accessSession chooseSeal personal | PERMISSION_DENIED
accessSession memberPassword enterprise | PERMISSION_DENIED
application fill enterprise | done
application fill personal | done
application sign enterprise | WISH_REQUIRED done done 1402 done
application sign personal | WISH_REQUIRED done 1402 done done
application remark enterprise | WISH_REQUIRED done done 1402 done
application remark personal | WISH_REQUIRED done 1402 done done
application newPassword enterprise | done
application newPassword personal | 1402
application approve enterprise | APPROVAL_AUTH_REQUIRED done 1402 done done
application refuse enterprise | done
application refuse personal | OWN_SESSION_REQUIRED
application transfer enterprise | done
application transfer personal | FLOW_STATE
application attach enterprise | done
application attach personal | OWN_SESSION_REQUIRED
application extend enterprise | done
application change enterprise | done
application change personal | done
application pay enterprise | done
application pay personal | done
application makeSeal enterprise | done
application makeSeal personal | OWN_SESSION_REQUIRED
application chooseSeal enterprise | done
application chooseSeal personal | OWN_SESSION_REQUIRED
application memberPassword enterprise | done
otherApplication fill enterprise | 404
otherApplication fill personal | 404
otherApplication sign enterprise | 404 404 404 404 404
otherApplication sign personal | 404 404 404 404 404
otherApplication remark enterprise | 404 404 404 404 404
otherApplication remark personal | 404 404 404 404 404
otherApplication newPassword enterprise | 404
otherApplication newPassword personal | 404
otherApplication approve enterprise | 404 404 404 404 404
otherApplication refuse enterprise | 404
otherApplication refuse personal | 404
otherApplication transfer enterprise | 404
otherApplication transfer personal | 404
otherApplication attach enterprise | 404
otherApplication attach personal | 404
otherApplication extend enterprise | 404
otherApplication change enterprise | 404
otherApplication change personal | 404
otherApplication pay enterprise | 404
otherApplication pay personal | 404
otherApplication makeSeal enterprise | PERMISSION_DENIED
otherApplication makeSeal personal | OWN_SESSION_REQUIRED
otherApplication chooseSeal enterprise | PERMISSION_DENIED
otherApplication chooseSeal personal | OWN_SESSION_REQUIRED
otherApplication memberPassword enterprise | elsewhere
letIn fill enterprise | 404
letIn fill personal | done
letIn sign enterprise | 404 404 404 404 404
letIn sign personal | WISH_REQUIRED done 1402 done done
letIn remark enterprise | 404 404 404 404 404
letIn remark personal | WISH_REQUIRED done 1402 done done
letIn newPassword enterprise | 404
letIn newPassword personal | 1402
letIn approve enterprise | 404 404 404 404 404
letIn refuse enterprise | 404
letIn refuse personal | OWN_SESSION_REQUIRED
letIn transfer enterprise | 404
letIn transfer personal | FLOW_STATE
letIn attach enterprise | 404
letIn attach personal | OWN_SESSION_REQUIRED
letIn extend enterprise | 404
letIn change enterprise | 404
letIn change personal | PERMISSION_DENIED
letIn pay enterprise | 404
letIn pay personal | done
letIn makeSeal enterprise | PERMISSION_DENIED
letIn makeSeal personal | OWN_SESSION_REQUIRED
letIn chooseSeal enterprise | PERMISSION_DENIED
letIn chooseSeal personal | OWN_SESSION_REQUIRED
letIn memberPassword enterprise | elsewhere
ownLink role enterprise | PERMISSION_DENIED
ownSession role enterprise | PERMISSION_DENIED
ownFrame role enterprise | PERMISSION_DENIED
otherFrame role enterprise | PERMISSION_DENIED
approverLink role enterprise | PERMISSION_DENIED
copierLink role enterprise | PERMISSION_DENIED
accessSession role enterprise | PERMISSION_DENIED
application role enterprise | PERMISSION_DENIED
otherApplication role enterprise | PERMISSION_DENIED
letIn role enterprise | PERMISSION_DENIED
commandLine role enterprise | done
`;

export interface BindingRow {
  readonly channel: string;
  readonly act: string;
  readonly part: string;
  /** One for each of `proofs`, or one. */
  readonly outcomes: readonly string[];
}

export const table: readonly BindingRow[] = written
  .trim()
  .split('\n')
  .map((line) => {
    const [key = '', cells = ''] = line.split(' | ');
    const [channel = '', act = '', part = ''] = key.split(' ');
    return { channel, act, part, outcomes: cells.split(' ') };
  });
