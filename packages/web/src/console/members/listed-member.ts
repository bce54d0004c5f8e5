import type { memberList } from '@cinnabar/api/operations/members.js';
import type { DataOf } from '../../api/wire.js';

export type ListedMember = DataOf<typeof memberList>[number];
