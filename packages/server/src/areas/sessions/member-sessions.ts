import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberSessions as operation } from '@cinnabar/api/operations/members.js';
import { maskAddress } from '../../custody/masking.js';
import type { MemberContext } from '../../operation/context.js';
import { deviceWords, sayIn } from '../flows/index.js';
import { requireMemberBelow } from './require-member-below.js';
import { sessionsOfMember } from './store/member-sessions.js';

/** Sessions of another enterprise are not shown. */
export async function memberSessions(
  ctx: MemberContext,
  { userId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { db, services, corpId, now, language } = ctx;
  await requireMemberBelow(db, ctx, userId);
  const sessions = await sessionsOfMember(db, corpId, userId, now);
  return {
    sessions: sessions.map(({ device, address, method, createdAt, lastUsedAt }) => ({
      device: deviceWords(device ?? '', sayIn(language, services.config.timeZone)),
      place: maskAddress(address),
      method,
      createTime: createdAt,
      lastTime: lastUsedAt,
    })),
  };
}
