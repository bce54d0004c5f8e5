import { personalSealList as operation } from '@cinnabar/api/personal-seals.js';
import { route } from '../../handler.js';
import { personalSeals } from './personal-seal.js';

export const personalSealList = route('operator', operation, ({ db, services, operator, now }) =>
  personalSeals(db, services, operator.userId, now),
);
