/** Automatic placement as displayed to its two sides, and how they consent or withdraw. */
import type { AutomaticSealView } from '@cinnabar/api/pages/automatic.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import { hashToken } from '../../custody/secrets.js';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { findCorp } from '../enterprise/index.js';
import { issueLink } from '../links/index.js';
import { findMembership } from '../members/index.js';
import { notify } from '../notices/index.js';
import { shownTemplates, type TemplateRevisions, templateRevisions } from '../templates/index.js';
import { isOver } from './authorisation-rules.js';
import { type AuthorisationRow, findAuthorisation } from './authorisation-store.js';
import { type ConsentBy, giveConsent, lockAuthorisation, takeConsentBack } from './auto-sign-consents.js';
import { autoSignStatus } from './auto-sign-rules.js';
import { sealPictureAddress } from './seal-view.js';
import { findSeal } from './store.js';

type Step = Pick<Context, 'db' | 'services' | 'now'>;

/** Whether the member can still consent or withdraw. */
export async function isAutomaticPlacementOpen(
  db: Db,
  corpId: CorpId,
  userId: UserId,
  authorisationId: AuthorisationId,
  now: Date,
): Promise<boolean> {
  const record = await findAuthorisation(db, corpId, authorisationId);
  return record !== null && record.user_id === userId && !isOver(record, now);
}

/** Digest of what was displayed; a different one means that something has changed since. */
function shownHash(record: AuthorisationRow, revisions: TemplateRevisions): string {
  const templates = record.template_ids.map((templateId) => [templateId, revisions[templateId] ?? null]);
  const { seal_id, user_id, effective_at, expire_at } = record;
  return hashToken(JSON.stringify([seal_id, user_id, effective_at, expire_at, templates]));
}

/** @throws Refusal 404 */
export async function automaticPlacement(
  { db, services, now }: Step,
  corpId: CorpId,
  authorisationId: AuthorisationId,
): Promise<AutomaticSealView> {
  const record = await findAuthorisation(db, corpId, authorisationId);
  const seal = record === null ? null : await findSeal(db, corpId, record.seal_id);
  if (record === null || seal === null) throw refuse('404');
  const revisions = await templateRevisions(db, corpId, record.template_ids);
  const status = autoSignStatus(record, revisions);
  const corp = await findCorp(db, corpId);
  const managerId = record.manager_consent?.userId ?? null;
  const manager = managerId === null ? null : await nameOf(db, corpId, managerId);
  return {
    id: authorisationId,
    corpName: corp?.corpName ?? '',
    memberName: await nameOf(db, corpId, record.user_id),
    sealName: seal.seal_name,
    sealImageUrl: sealPictureAddress(services, seal, now),
    effectiveTime: record.effective_at,
    expireTime: record.expire_at,
    status,
    manager: status === 'awaitingManager' ? null : manager,
    templates: await shownTemplates(db, services, corpId, record.template_ids, now),
    shown: shownHash(record, revisions),
  };
}

async function nameOf(db: Db, corpId: CorpId, userId: UserId): Promise<string> {
  const member = await findMembership(db, corpId, userId);
  return member?.realName ?? member?.userName ?? '';
}

export interface Decision {
  readonly corpId: CorpId;
  readonly authorisationId: AuthorisationId;
  readonly wanted: boolean;
  /** What was displayed; not needed for a withdrawal. */
  readonly shown: string | null;
  readonly by: ConsentBy & { readonly side: 'manager' | 'member'; readonly userId: UserId };
}

/**
 * A manager or the member consents or withdraws, on a page of their own. After a manager's consent the member is asked
 * by a link.
 * @throws Refusal 404, 409 TEMPLATE_CHANGED if something else was displayed or the other side has to be asked first
 */
export async function decideAutomaticPlacement(step: Step, decision: Decision): Promise<void> {
  const { corpId, authorisationId, wanted, shown, by } = decision;
  await transact(step.db, async (tx) => {
    const record = await lockAuthorisation(tx, authorisationId);
    if (record === null || record.corp_id !== corpId || isOver(record, step.now)) throw refuse('404');
    if (by.side === 'member' && record.user_id !== by.userId) throw refuse('404');
    if (!wanted) {
      if (record.auto_sign) await takeConsentBack(tx, step.services.ids, record, by);
      return;
    }
    const revisions = await templateRevisions(tx, corpId, record.template_ids);
    if (shown !== shownHash(record, revisions)) throw refuseFor('TEMPLATE_CHANGED');
    if (by.side === 'manager') return wantAsManager(tx, step.services, record, by);
    // The manager's consent is missing or was withdrawn.
    if (autoSignStatus(record, revisions) === 'awaitingManager' || !record.auto_sign) {
      throw refuseFor('TEMPLATE_CHANGED');
    }
    await giveConsent(tx, step.services.ids, record, by);
  });
}

/** @throws Refusal 400 for a record without named templates, or with a deleted one */
export async function wantAsManager(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config' | 'mail'>,
  record: AuthorisationRow,
  by: ConsentBy,
): Promise<void> {
  requireTemplates(record);
  const consented = await giveConsent(tx, services.ids, record, by);
  const revisions = await templateRevisions(tx, record.corp_id, record.template_ids);
  if (autoSignStatus(consented, revisions) !== 'awaitingMember') return;
  await askMember(tx, services, consented, by.now);
}

/** @throws Refusal 400 */
export function requireTemplates({ author_range }: Pick<AuthorisationRow, 'author_range'>): void {
  if (author_range === 1) return;
  throw invalidField('authorRange', {
    zh: '自动落章须指定模板，请将 authorRange 设为 1',
    en: 'must be 1 where the seal is placed automatically: for named templates',
  });
}

/**
 * The seal is used in the member's name, so the member is asked on their own mobile, and opens the link with a code.
 */
async function askMember(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config' | 'mail'>,
  { corp_id: corpId, user_id: userId, seal_id: sealId, authorisation_id: authorisationId }: AuthorisationRow,
  now: Date,
): Promise<void> {
  const member = await findMembership(tx, corpId, userId);
  const corp = await tx
    .selectFrom('corps')
    .select('corp_name')
    .where('corp_id', '=', corpId)
    .executeTakeFirstOrThrow();
  const seal = await tx
    .selectFrom('seals')
    .select('seal_name')
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .executeTakeFirstOrThrow();
  if (member?.state !== 'valid') throw refuse('MEMBER_NOT_FOUND');
  const link = await issueLink(tx, services, {
    kind: 'autoSign',
    corpId,
    userId,
    subject: { authorisationId },
    now,
  });
  await notify(tx, services, {
    said: {
      kind: 'automaticSealAsked',
      facts: { corpName: corp.corp_name, sealName: seal.seal_name, link },
    },
    to: { userId, mobile: member.mobile, corpIds: [corpId] },
    idempotencyKey: `automatic-seal-${await services.ids.next()}`,
    now,
  });
}

/** The operator switches automatic placement on or off for both sides. */
export async function setAutoSign(
  tx: Tx,
  ids: Services['ids'],
  authorisationId: AuthorisationId,
  isOn: boolean,
  now: Date,
): Promise<AuthorisationRow | 'unknown' | 'allContracts'> {
  const record = await lockAuthorisation(tx, authorisationId);
  if (record === null || isOver(record, now)) return 'unknown';
  const by = {
    side: 'operator',
    userId: null,
    channel: 'operator',
    address: null,
    device: null,
    now,
  } as const;
  if (!isOn) return takeConsentBack(tx, ids, record, by);
  if (record.author_range !== 1) return 'allContracts';
  return giveConsent(tx, ids, record, by);
}
