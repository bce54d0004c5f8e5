import type { Role } from '@cinnabar/api/permissions.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { roleChange } from './rules.js';
import { handOverOwnership, lockMembership, saveRoles } from './store.js';

export type RoleVerdict =
  | { readonly kind: 'changed'; readonly before: readonly Role[]; readonly roles: readonly Role[] }
  | { readonly kind: 'unknown' | 'notValid' | 'lastOwner' };

/** Grants or removes a member's role. A new owner replaces the previous one, who remains ADMIN. */
export async function changeRole(
  tx: Tx,
  change: {
    readonly corpId: CorpId;
    readonly userId: UserId;
    readonly role: Role;
    readonly held: boolean;
  },
): Promise<RoleVerdict> {
  const { corpId, userId } = change;
  const member = await lockMembership(tx, corpId, userId);
  if (member === null || member.state === 'deleted') return { kind: 'unknown' };
  const decided = roleChange(member, change);
  if (decided === 'notValid' || decided === 'lastOwner') return { kind: decided };
  if (decided === 'handOver') await handOverOwnership(tx, corpId, userId);
  else await saveRoles(tx, corpId, userId, decided);
  const after = await lockMembership(tx, corpId, userId);
  return { kind: 'changed', before: member.roles, roles: after?.roles ?? [] };
}
