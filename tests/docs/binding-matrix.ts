/**
 * The table of who can bind whom, as in docs/security-for-integrators.md: a row for each act, a column for each
 * channel.
 */
import {
  type ActName,
  acts,
  type Channel,
  impossible,
  type PartName,
  type ProofName,
  parts,
  proofs,
  provenActs,
  table,
} from '../attacks/binding-table.js';

const columns = {
  ownLink: 'own link',
  ownSession: 'own session',
  ownFrame: 'own frame',
  otherFrame: 'other frame',
  approverLink: 'approver',
  copierLink: 'copier',
  accessSession: 'access',
  application: 'application',
  otherApplication: 'other application',
  letIn: 'let in',
} as const satisfies Partial<Record<Channel, string>>;

const titles: Readonly<Record<ActName, string>> = {
  fill: 'fill',
  sign: 'sign',
  remark: 'sign with a remark',
  newPassword: 'sign, setting a password by code',
  approve: 'approve',
  refuse: 'refuse',
  transfer: 'transfer',
  attach: 'attach a file',
  extend: 'extend the deadline',
  change: 'change the participant',
  pay: 'pay',
  makeSeal: 'make a seal',
  chooseSeal: 'choose the default seal',
  memberPassword: 'set a member’s password',
  role: 'give a role',
};

const proofTitles: Readonly<Record<ProofName, string>> = {
  none: 'none',
  sms: 'code',
  memberPassword: 'member’s password',
  ownPassword: 'own password',
  face: 'face',
};

const words: Readonly<Record<string, string>> = { done: 'yes', PERMISSION_DENIED: 'no' };

const channels = Object.keys(columns).filter((each): each is keyof typeof columns => each in columns);

function cell(channel: Channel, act: ActName, part: PartName, column: number): string {
  if (impossible(channel, act, part) !== null) return '';
  const row = table.find((each) => each.channel === channel && each.act === act && each.part === part);
  const outcome = row?.outcomes[column] ?? '?';
  return words[outcome] ?? outcome;
}

function rowsOf(act: ActName, part: PartName): readonly string[] {
  const proven = provenActs.includes(act);
  return (proven ? proofs : [null]).map((proof, column) => {
    const cells = channels.map((channel) => cell(channel, act, part, column));
    const partTitle = part === 'personal' ? 'person' : part;
    return [titles[act], partTitle, proof === null ? '' : proofTitles[proof], ...cells].join(' | ');
  });
}

/** The lines of the table. */
export function bindingMatrix(): readonly string[] {
  const heads = ['act', 'part', 'proof', ...channels.map((channel) => columns[channel])];
  const rows = acts
    .flatMap((act) => parts.map((part) => ({ act, part })))
    .filter(({ act, part }) => channels.some((channel) => impossible(channel, act, part) === null))
    .flatMap(({ act, part }) => rowsOf(act, part));
  return [heads.join(' | '), heads.map(() => '---').join(' | '), ...rows].map((line) => `| ${line} |`);
}
