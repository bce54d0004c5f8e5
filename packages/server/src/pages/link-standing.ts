import {
  hasToApprove,
  type ResolvedDuty,
  resolveApprovalLink,
  resolveCopyLink,
  resolveDraftLink,
  resolveDutyLink,
} from '../areas/flows/index.js';
import type { Link } from '../areas/links/index.js';
import { findMembership, type Membership } from '../areas/members/index.js';
import { isRegistrationOpen, nameInRegistration } from '../areas/newcomers/index.js';
import { isAutomaticPlacementOpen } from '../areas/seals/index.js';
import type { Db } from '../database/schema.js';
import type { CorpId } from '../operation/context.js';

/** The state of a link's subject. */
export interface LinkStanding {
  /** The duty is open, and held by this person. */
  readonly open: boolean;
  /** The duty is done; a later payment is due or has been made. */
  readonly payment: ResolvedDuty['payment'];
  /** The enterprise in whose name the person acts; null for themselves. */
  readonly actingCorpId: CorpId | null;
  /** The subject, as far as it may be disclosed before the person has proven their identity. */
  readonly title: string | null;
  /** The enterprise concerned, if it is not the one that owns the link. */
  readonly aboutCorp: string | null;
}

const over: LinkStanding = { open: false, payment: 'none', actingCorpId: null, title: null, aboutCorp: null };

/** Evaluated at every request: a link ends with its duty, whatever ended that. */
export async function standingOf(db: Db, link: Link, now: Date): Promise<LinkStanding> {
  if (link.kind === 'sign' || link.kind === 'fill') return standingInFlow(db, link, link.kind, now);
  if (link.kind === 'approval') return standingOfApproval(db, link, now);
  if (link.kind === 'draft') return standingOfDraft(db, link);
  if (link.kind === 'copy') return standingOfCopy(db, link);
  if (link.kind === 'registration') return standingOfRegistration(db, link, now);
  const membership = await findMembership(db, link.corpId, link.userId);
  if (membership === null) return over;
  if (link.kind === 'autoSign' && !(await asksAboutSeal(db, link, now))) return over;
  return { ...over, open: isOpen(link, membership), actingCorpId: link.corpId };
}

async function standingOfApproval(
  db: Db,
  { corpId, userId, subject }: Link,
  now: Date,
): Promise<LinkStanding> {
  const { approvalId } = subject;
  if (approvalId === undefined) return over;
  // It also covers everything else that waits for the person's approval in that enterprise.
  const isOpen =
    (await resolveApprovalLink(db, corpId, approvalId, now)) || (await hasToApprove(db, corpId, userId, now));
  if (!isOpen) return over;
  return { ...over, open: true, actingCorpId: corpId };
}

/** A legal representative acts for themselves: their enterprise is not registered yet. */
async function standingOfRegistration(db: Db, { userId, subject }: Link, now: Date): Promise<LinkStanding> {
  const { registrationId } = subject;
  const isOpen = registrationId !== undefined && (await isRegistrationOpen(db, registrationId, userId, now));
  const aboutCorp = registrationId === undefined ? null : await nameInRegistration(db, registrationId);
  return { ...over, open: isOpen, aboutCorp };
}

async function standingOfDraft(db: Db, { corpId, userId, subject }: Link): Promise<LinkStanding> {
  const { flowId } = subject;
  const draft = flowId === undefined ? null : await resolveDraftLink(db, { corpId, flowId, userId });
  return draft === null ? over : { ...over, open: true, actingCorpId: corpId, title: draft.title };
}

/** A copier acts for themselves. */
async function standingOfCopy(db: Db, { corpId, userId, subject }: Link): Promise<LinkStanding> {
  const { flowId, copierId } = subject;
  if (flowId === undefined || copierId === undefined) return over;
  const copy = await resolveCopyLink(db, { corpId, flowId, copierId, userId });
  return copy === null ? over : { ...over, open: true, title: copy.title };
}

async function standingInFlow(
  db: Db,
  { corpId, userId, subject }: Link,
  duty: 'sign' | 'fill',
  now: Date,
): Promise<LinkStanding> {
  const { flowId, participantId } = subject;
  if (flowId === undefined || participantId === undefined) return over;
  const found = await resolveDutyLink(db, { corpId, flowId, participantId, userId, duty }, now);
  if (found === null) return over;
  const { open, payment, actingCorpId, flowTitle, isSecret } = found;
  const isAlive = open || payment === 'due';
  return { ...over, open, payment, actingCorpId, title: isAlive && !isSecret ? flowTitle : null };
}

function asksAboutSeal(db: Db, { corpId, userId, subject }: Link, now: Date): Promise<boolean> {
  const { authorisationId } = subject;
  return authorisationId === undefined
    ? Promise.resolve(false)
    : isAutomaticPlacementOpen(db, corpId, userId, authorisationId, now);
}

function isOpen({ kind }: Link, { state, identity }: Pick<Membership, 'state' | 'identity'>): boolean {
  if (kind === 'personalAuth') return identity !== 'proven';
  return kind === 'invitation' ? state === 'invited' : state === 'valid';
}
