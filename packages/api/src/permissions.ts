/**
 * The rights of each role. Rules that depend on an object, such as who may revoke or sign a flow, belong to the
 * operations.
 */
export const roles = [
  'OWNER',
  'ADMIN',
  'SEAL_ADMIN',
  'MEMBER_ADMIN',
  'TEMPLATE_ADMIN',
  'CONTRACT_ADMIN',
  'AUDITOR',
] as const;

export type Role = (typeof roles)[number];

export const rights = {
  /** Create, upload, rename, delete, make default and authorise seals. */
  manageSeals: ['OWNER', 'ADMIN', 'SEAL_ADMIN'],
  /** Read who has used which seal. */
  readSealUse: ['OWNER', 'ADMIN', 'SEAL_ADMIN', 'AUDITOR'],
  /** Add and delete members, hand out access links. */
  manageMembers: ['OWNER', 'ADMIN', 'MEMBER_ADMIN'],
  /** List all members with their roles. */
  readMembers: ['OWNER', 'ADMIN', 'MEMBER_ADMIN', 'AUDITOR'],
  /** Change the roles of members. */
  manageRoles: ['OWNER', 'ADMIN'],
  /** Create, change, enable, disable and delete templates. */
  manageTemplates: ['OWNER', 'ADMIN', 'TEMPLATE_ADMIN'],
  /** See the enterprise's contracts, whoever is concerned: its lists, counts and exports, and its account history. */
  readContracts: ['OWNER', 'ADMIN', 'CONTRACT_ADMIN', 'AUDITOR'],
  /** Act on contracts that other members have started: remind, extend, delete from the lists. */
  manageContracts: ['OWNER', 'ADMIN', 'CONTRACT_ADMIN'],
  /** Change the enterprise's settings, and name its legal representative if none is recorded. */
  manageEnterprise: ['OWNER', 'ADMIN'],
  /** Manage webhooks and view their deliveries. */
  manageWebhooks: ['OWNER', 'ADMIN'],
  /** Manage the applications that call the interface, and their secrets. */
  manageApplications: ['OWNER', 'ADMIN'],
  /** Manage pay channels, and refund payments. */
  managePayments: ['OWNER', 'ADMIN'],
  /** Read the audit. */
  readAudit: ['OWNER', 'ADMIN', 'AUDITOR'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** Whether one of the roles grants the right. */
export function holdsRight(held: readonly Role[], right: Right): boolean {
  const carriers: readonly Role[] = rights[right];
  return held.some((role) => carriers.includes(role));
}

/** Whether a member only audits: they read, and act in parts of their own, but change nothing else. */
export function onlyAudits(held: readonly Role[]): boolean {
  return held.length > 0 && held.every((role) => role === 'AUDITOR');
}

/** Whether everything that a role permits is permitted to whoever holds others. Nobody gives a role beyond their own. */
export function coversRole(held: readonly Role[], role: Role): boolean {
  const all: readonly (readonly Role[])[] = Object.values(rights);
  return all.every((carriers) => !carriers.includes(role) || held.some((each) => carriers.includes(each)));
}
