import type { Role } from '@cinnabar/api/permissions.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Db, Tx } from '../../database/schema.js';
import type { AutoSignConsent } from '../../database/tables/seals.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { templateRevisions } from '../templates/index.js';
import { isInForceFor, type SealOccasion, type SealRight, sealRight } from './authorisation-rules.js';
import { automaticAuthorisations, standingAuthorisations, standingExaminers } from './authorisation-store.js';
import { autoSignStatus, consentedBefore } from './auto-sign-rules.js';
import { mayUseSeal } from './rules.js';

export interface SealUse extends SealOccasion {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly roles: readonly Role[];
  readonly sealId: SealId;
}

/** A member's rights to a seal of their enterprise in contracts of a template. */
export async function sealRightOf(db: Db | Tx, use: SealUse): Promise<SealRight> {
  const records = await standingAuthorisations(db, use.corpId, use.sealId, [use.userId]);
  return sealRight(use.roles, records, use);
}

/** On what a member's right to place a seal rests, where nobody examines it. */
export interface RightToUse {
  readonly holds: boolean;
  /** The authorisations in force; none if their role suffices. */
  readonly authorisationIds: readonly AuthorisationId[];
}

export async function rightToUse(db: Db | Tx, use: SealUse): Promise<RightToUse> {
  if (mayUseSeal(use.roles)) return { holds: true, authorisationIds: [] };
  const records = await standingAuthorisations(db, use.corpId, use.sealId, [use.userId]);
  const inForce = records.filter((record) => isInForceFor(record, use));
  return {
    holds: inForce.length > 0,
    authorisationIds: inForce.map(({ authorisation_id }) => authorisation_id),
  };
}

/** A seal placed automatically for a member, with the authorisation for it. */
export interface AutomaticSeal {
  readonly authorisationId: AuthorisationId;
  readonly sealId: SealId;
  /** The two who consented: a manager of the seal, and the member. */
  readonly consents: { readonly manager: AutoSignConsent; readonly member: AutoSignConsent };
}

export interface AutomaticOccasion extends SealOccasion {
  readonly corpId: CorpId;
  readonly userId: UserId;
  /** Creation time of the contract. */
  readonly madeAt: Date;
}

/**
 * The oldest authorisation for automatic placement for the member in such contracts: in force, with the consents of a
 * manager and of the member, for the templates in their present state.
 * @param hold in a transaction: withdrawing a consent waits until it ends
 */
export async function automaticSeal(
  db: Db | Tx,
  { corpId, userId, madeAt, ...occasion }: AutomaticOccasion,
  hold = false,
): Promise<AutomaticSeal | null> {
  const records = await automaticAuthorisations(db, corpId, userId, hold);
  const inForce = records.filter(
    (record) => isInForceFor(record, occasion) && consentedBefore(record, madeAt),
  );
  const current = await templateRevisions(
    db,
    corpId,
    inForce.flatMap(({ template_ids }) => template_ids),
  );
  const held = inForce.find((record) => autoSignStatus(record, current) === 'inForce');
  if (held === undefined || held.manager_consent === null || held.member_consent === null) return null;
  return {
    authorisationId: held.authorisation_id,
    sealId: held.seal_id,
    consents: { manager: held.manager_consent, member: held.member_consent },
  };
}

/** Those who asked to be notified when an approval waits for them. */
export async function examinersToNotify(
  db: Db | Tx,
  corpId: CorpId,
  sealId: SealId,
  templateId: TemplateId | null,
  now: Date,
): Promise<readonly UserId[]> {
  const records = await standingExaminers(db, corpId, sealId);
  const inForce = records.filter(
    (record) => record.examiner_notify && isInForceFor(record, { templateId, now }),
  );
  return [...new Set(inForce.map((record) => record.user_id))];
}

/** The members who examine a seal for contracts of the template, without duplicates. */
export async function examinersInForce(
  db: Db | Tx,
  corpId: CorpId,
  sealId: SealId,
  templateId: TemplateId | null,
  now: Date,
): Promise<readonly UserId[]> {
  const records = await standingExaminers(db, corpId, sealId);
  const inForce = records.filter((record) => isInForceFor(record, { templateId, now }));
  return [...new Set(inForce.map((record) => record.user_id))];
}
