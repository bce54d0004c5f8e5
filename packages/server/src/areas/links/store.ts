import { type Selectable, sql } from 'kysely';
import { gatheredByTransaction } from '../../database/gathered-by-transaction.js';
import { executeGathered, insertRows, openGate } from '../../database/gathered-writes.js';
import { toJson } from '../../database/json.js';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';
import type { LinkGrantsTable } from '../../database/tables/links.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Link, LinkId, LinkKind } from './link.js';

export interface NewLink extends Omit<Link, 'enteredAt' | 'endedAt'> {
  readonly tokenHash: string;
  readonly createdAt: Date;
}

export function insertLink(tx: Tx, link: NewLink): Promise<void> {
  return insertTogether(tx, link);
}

const insertTogether = gatheredByTransaction(async (tx: Tx, links: readonly NewLink[]) => {
  await executeGathered(tx, openGate, insertRows('link_grants', links.map(rowOf), { json: ['subject'] }));
  return links.map(() => undefined);
});

function rowOf(link: NewLink) {
  return {
    link_id: link.linkId,
    token_hash: link.tokenHash,
    kind: link.kind,
    corp_id: link.corpId,
    user_id: link.userId,
    subject: toJson(link.subject),
    return_url: link.returnUrl,
    created_at: link.createdAt,
    expire_time: link.expireTime,
    entered_at: null,
    ended_at: null,
  };
}

function linkOf(row: Selectable<LinkGrantsTable>): Link {
  return {
    linkId: row.link_id,
    kind: row.kind,
    corpId: row.corp_id,
    userId: row.user_id,
    subject: row.subject,
    returnUrl: row.return_url,
    expireTime: row.expire_time,
    enteredAt: row.entered_at,
    endedAt: row.ended_at,
  };
}

export async function findLink(db: Db, tokenHash: string): Promise<Link | null> {
  const row = await db
    .selectFrom('link_grants')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row === undefined ? null : linkOf(row);
}

export async function findLinkById(db: Db, linkId: LinkId): Promise<Link | null> {
  const row = await db.selectFrom('link_grants').selectAll().where('link_id', '=', linkId).executeTakeFirst();
  return row === undefined ? null : linkOf(row);
}

/** Locks the link until the transaction ends, so that a single-use link is entered only once. */
export async function lockLink(tx: Tx, linkId: LinkId): Promise<Link> {
  const row = await tx
    .selectFrom('link_grants')
    .selectAll()
    .where('link_id', '=', linkId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return linkOf(row);
}

export interface NewSession {
  readonly sessionHash: string;
  readonly createdAt: Date;
  readonly expireTime: Date;
}

/** Records that the link was entered, with the resulting session. */
export async function insertSession(tx: Tx, linkId: LinkId, session: NewSession): Promise<void> {
  await tx
    .updateTable('link_grants')
    .set({ entered_at: session.createdAt })
    .where('link_id', '=', linkId)
    .where('entered_at', 'is', null)
    .execute();
  await tx
    .insertInto('link_sessions')
    .values({
      session_hash: session.sessionHash,
      link_id: linkId,
      created_at: session.createdAt,
      expire_time: session.expireTime,
    })
    .execute();
}

/** The link of a session that has not expired. */
export async function findSessionLink(
  db: Db,
  linkId: LinkId,
  sessionHash: string,
  now: Date,
): Promise<Link | null> {
  const row = await db
    .selectFrom('link_sessions as session')
    .innerJoin('link_grants as link', 'link.link_id', 'session.link_id')
    .selectAll('link')
    .where('session.session_hash', '=', sessionHash)
    .where('link.link_id', '=', linkId)
    .where('session.expire_time', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : linkOf(row);
}

/** Purposes of links for members of the enterprise; a part in a flow may be a personal one. */
const kindsOfMember: readonly LinkKind[] = [
  'personalAuth',
  'invitation',
  'access',
  'autoSign',
  'seals',
  'templates',
];

/** Ends the person's links and sessions as a member; the old links stay ended if they return. */
export async function endLinksOfMember(tx: Tx, corpId: CorpId, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('link_grants')
    .set({ ended_at: now })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('kind', 'in', kindsOfMember)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Purposes that people can reach only by their links. Such a link requires a code to the person's present mobile, so
 * the previous holder of the mobile gains nothing by it.
 */
const foundNowhereElse: readonly LinkKind[] = ['invitation', 'registration', 'autoSign'];

/**
 * Called when the person's mobile has changed or passed to somebody else: sessions opened by the old mobile end, and
 * links sent to it are invalidated.
 */
export async function endAccessByMobile(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('link_grants')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('kind', 'not in', foundNowhereElse)
    .where('ended_at', 'is', null)
    .execute();
  await tx
    .deleteFrom('link_sessions')
    .where('link_id', 'in', (links) =>
      links.selectFrom('link_grants').select('link_id').where('user_id', '=', userId),
    )
    .execute();
  await tx.deleteFrom('person_sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('console_sessions').where('user_id', '=', userId).execute();
}

/** Deletes links and sessions that expired before the given time. */
export async function removeOldLinks(db: Db, before: Date): Promise<Removed> {
  await removeCounted(db, 'link_sessions', 'expire_time', sql`expire_time < ${before}`);
  return removeCounted(
    db,
    'link_grants',
    'expire_time',
    sql`expire_time < ${before}
      and not exists (select from link_sessions session where session.link_id = link_grants.link_id)`,
    { hasCorp: true },
  );
}
