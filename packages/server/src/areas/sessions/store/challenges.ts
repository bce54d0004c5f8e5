import { toJson } from '../../../database/json.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { ChallengeKind } from '../../../database/tables/console-sessions.js';
import type { UserId } from '../../../operation/context.js';

export interface Challenge {
  readonly challengeHash: string;
  readonly kind: ChallengeKind;
  /** null: not known yet. */
  readonly userId: UserId | null;
  readonly content: Readonly<Record<string, string | number>>;
  readonly expireTime: Date;
}

export async function insertChallenge(db: Db, challenge: Challenge): Promise<void> {
  await db
    .insertInto('login_challenges')
    .values({
      challenge_hash: challenge.challengeHash,
      kind: challenge.kind,
      user_id: challenge.userId,
      content: toJson(challenge.content),
      expire_time: challenge.expireTime,
    })
    .execute();
}

/** Takes a challenge, which serves once; null if it was never issued, was taken, or has expired. */
export async function takeChallenge(
  db: Db | Tx,
  kind: ChallengeKind,
  challengeHash: string,
  now: Date,
): Promise<Challenge | null> {
  const row = await db
    .deleteFrom('login_challenges')
    .where('challenge_hash', '=', challengeHash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expire_time <= now) return null;
  return {
    challengeHash: row.challenge_hash,
    kind: row.kind,
    userId: row.user_id,
    content: row.content,
    expireTime: row.expire_time,
  };
}
