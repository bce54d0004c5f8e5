/** Report by a person who opened a link that they are not its intended recipient. */

import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { Context } from '../../../operation/context.js';
import type { Link } from '../../links/index.js';
import { mobileChangesOf } from '../../members/index.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import type { Flow } from '../flow/flow.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { disownedOccasion, notedOccasions, noteNotice } from '../flow/store/notices.js';
import { notifyDisowned } from './notify-initiator.js';

/** Part of a contract that a link is for, and the person who holds it. */
export type LinkedPart = Parameters<typeof disownedOccasion>[0] & { readonly psnName: string };

/** null if the link is for no part of a contract, or its person holds the part no more. */
function partOf(flow: Flow, { userId, subject }: Pick<Link, 'userId' | 'subject'>): LinkedPart | null {
  const { participantId, copierId } = subject;
  const part = flow.participants.find((each) => each.participantId === participantId);
  if (part !== undefined) return part.psnId === userId ? part : null;
  const copier = flow.copiers.find((each) => each.copierId === copierId);
  return copier !== undefined && copier.psnId === userId ? copier : null;
}

/** The person of the link, and whether they were already reported as wrong. */
export async function addresseeOf(
  db: Db,
  link: Pick<Link, 'corpId' | 'userId' | 'subject'>,
): Promise<{ readonly name: string; readonly isDisowned: boolean } | null> {
  const { flowId } = link.subject;
  const flow = flowId === undefined ? null : await loadFlow(db, link.corpId, flowId);
  const part = flow === null ? null : partOf(flow, link);
  if (flow === null || part === null) return null;
  const occasion = disownedOccasion(part, await mobileChangesOf(db, [link.userId]));
  const noted = await notedOccasions(db, flow, [occasion]);
  return { name: part.psnName, isDisowned: noted.has(occasion) };
}

/**
 * Records the report in the history of the contract and notifies the initiator. Nothing else changes, because the
 * report proves nothing. It is recorded once for a part, its person and their mobile, however many links exist and
 * however often it is repeated.
 * @returns false if the link is for no part that anybody holds
 */
export function disownPart(
  { db, services, now }: Pick<Context, 'db' | 'services' | 'now'>,
  link: Pick<Link, 'linkId' | 'corpId' | 'userId' | 'subject'>,
  visitor: { readonly address: string; readonly device: string | null },
): Promise<boolean> {
  const { flowId } = link.subject;
  if (flowId === undefined) return Promise.resolve(false);
  return withRevision(() =>
    transact(db, async (tx) => {
      const flow = await loadFlow(tx, link.corpId, flowId);
      const part = flow === null ? null : partOf(flow, link);
      if (flow === null || part === null) return false;
      const occasion = disownedOccasion(part, await mobileChangesOf(tx, [link.userId]));
      if (!(await noteNotice(tx, flow, occasion, now))) return true;
      const which =
        'participantId' in part ? { participantId: part.participantId } : { copierId: part.copierId };
      const detail = { ...which, name: part.psnName, linkId: link.linkId, visitor: { ...visitor } };
      const change = { after: flow, events: [{ kind: 'disowned', detail }] as const, news: [] };
      await commitFlow(tx, flow, change, now);
      await notifyDisowned(tx, services, flow, occasion, part.psnName, now);
      return true;
    }),
  );
}
