import type { OutputOf } from '@cinnabar/api/operation.js';
import type { personalSealList as operation } from '@cinnabar/api/operations/personal-seals.js';
import type { MemberContext } from '../../operation/context.js';
import { personalSeals } from './personal-seal.js';

export function personalSealList({
  db,
  services,
  actingMember,
  now,
}: MemberContext): Promise<OutputOf<typeof operation>> {
  return personalSeals(db, services, actingMember.userId, now);
}
