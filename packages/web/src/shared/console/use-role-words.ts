import type { Role } from '@cinnabar/api/permissions.js';
import { useTexts } from '../text/language.js';
import { roleTexts } from './role-texts.js';

/** Names of the roles that a member holds. */
export function useRoleWords(): (roles: readonly Role[]) => string {
  const t = useTexts(roleTexts);
  return (roles) => (roles.length === 0 ? t.none : roles.map((role) => t[role]).join(t.between));
}
