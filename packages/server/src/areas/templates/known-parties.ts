import { PartyType } from '@cinnabar/api/enums.js';
import type { GivenParticipant } from '@cinnabar/api/schemas/template.js';
import type { Db } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { findCorpByName } from '../enterprise/index.js';
import { userByMobile } from '../members/index.js';

/** The people and enterprises named by a template that are known already. */
export interface KnownParty {
  readonly corpId: CorpId | null;
  readonly userId: UserId | null;
}

/** One entry for each participant, in order. */
export function knownParties(
  db: Db,
  participants: readonly GivenParticipant[],
): Promise<readonly KnownParty[]> {
  return Promise.all(
    participants.map(async ({ participantType, participantCorpName, psnAccount }) => {
      const corpName = participantType === PartyType.enterprise ? (participantCorpName ?? null) : null;
      const [corp, user] = await Promise.all([
        corpName === null ? null : findCorpByName(db, corpName),
        (psnAccount ?? null) === null ? null : userByMobile(db, psnAccount ?? ''),
      ]);
      return { corpId: corp?.corpId ?? null, userId: user?.userId ?? null };
    }),
  );
}
