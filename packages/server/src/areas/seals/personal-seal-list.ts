import { personalSealList as operation } from '@cinnabar/api/operations/personal-seals.js';
import { route } from '../../operation/handler.js';
import { personalSeals } from './personal-seal.js';

export const personalSealList = route('member', operation, ({ db, services, actingMember, now }) =>
  personalSeals(db, services, actingMember.userId, now),
);
