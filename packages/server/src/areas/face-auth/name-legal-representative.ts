import { holdsRight } from '@cinnabar/api/permissions.js';
import type { MemberContext } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { type Corp, encryptLegalRepIdentNo } from '../enterprise/index.js';
import type { FaceCheck } from '../faces/index.js';
import { askAboutCorp, type Identity } from '../members/index.js';
import { limitAttempts } from '../newcomers/index.js';

/**
 * Names the legal representative of an enterprise that has none on record. The registry must know them as such, or no
 * check begins; a passed face check then records them.
 * @throws Refusal PERMISSION_DENIED, NOT_VERIFIED without a credit code, AUTH_INFO_INVALID, 429, 503
 */
export async function nameLegalRepresentative(
  ctx: MemberContext,
  { corpId, corpName, corpCode }: Corp,
  legalRep: Identity,
): Promise<Pick<FaceCheck, 'subject' | 'legalRep'>> {
  if (!holdsRight(ctx.actingMember.roles, 'manageEnterprise')) throw refuseFor('PERMISSION_DENIED');
  // A registry cannot identify an enterprise by its name alone.
  if (corpCode === null) throw refuseFor('NOT_VERIFIED');
  await limitAttempts(ctx, `legal:${corpId}`);
  const { realName: legalRepName, identNum: legalRepIdentNo } = legalRep;
  await askAboutCorp(ctx.services, { corpName, corpCode, legalRepName, legalRepIdentNo });
  const identNo = await encryptLegalRepIdentNo(ctx.services, corpId, legalRepIdentNo);
  return { subject: legalRep, legalRep: { name: legalRepName, identNo } };
}
