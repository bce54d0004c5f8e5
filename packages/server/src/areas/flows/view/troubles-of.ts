import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import { mobileChangesOf, mobilesOf } from '../../members/index.js';
import type { Flow } from '../flow/flow.js';
import { disownedOccasion, notedOccasions } from '../flow/store/notices.js';

/**
 * Why a part may not reach its person: they have no mobile any more, or whoever opened a link has reported to be
 * somebody else.
 */
export type Trouble = 'noMobile' | 'notMe';

export async function troublesOf(
  db: Db,
  flow: Flow,
): Promise<(participantId: ParticipantId) => Trouble | null> {
  const people = flow.participants.map(({ psnId }) => psnId);
  const mobileOf = await mobilesOf(db, people);
  const changes = await mobileChangesOf(db, people);
  const occasions = flow.participants.map((part) => disownedOccasion(part, changes));
  const disowned = await notedOccasions(db, flow, occasions);
  const troubles = new Map(
    flow.participants.map((part): [ParticipantId, Trouble | null] => {
      if (mobileOf(part.psnId) === '') return [part.participantId, 'noMobile'];
      return [part.participantId, disowned.has(disownedOccasion(part, changes)) ? 'notMe' : null];
    }),
  );
  return (participantId) => troubles.get(participantId) ?? null;
}
