/**
 * Who may do what by role alone: the one table. What depends on an object (the initiator revokes, a participant
 * signs) is decided by the operation that knows the object.
 */
export const roles = [
  'OWNER',
  'ADMIN',
  'SEAL_ADMIN',
  'MEMBER_ADMIN',
  'TEMPLATE_ADMIN',
  'CONTRACT_ADMIN',
] as const;

export type Role = (typeof roles)[number];

export const rights = {
  /** Create, upload, rename, delete, make default and authorise seals. */
  manageSeals: ['OWNER', 'ADMIN', 'SEAL_ADMIN'],
  /** Add and delete members, hand out access links. */
  manageMembers: ['OWNER', 'ADMIN', 'MEMBER_ADMIN'],
  /** Create, change, enable, disable and delete templates. */
  manageTemplates: ['OWNER', 'ADMIN', 'TEMPLATE_ADMIN'],
  /** Lists, counts and exports over the whole enterprise, and its account history. */
  manageContracts: ['OWNER', 'ADMIN', 'CONTRACT_ADMIN'],
  /** Settings of the enterprise; say who its legal representative is, where nobody is on record. */
  manageEnterprise: ['OWNER', 'ADMIN'],
  /** Say where the enterprise's events are told, and look at how that went. */
  manageWebhooks: ['OWNER', 'ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** True when one of `held` carries the right. */
export function holdsRight(held: readonly Role[], right: Right): boolean {
  const carriers: readonly Role[] = rights[right];
  return held.some((role) => carriers.includes(role));
}
