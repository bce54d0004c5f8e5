import type { Role } from '@cinnabar/api/permissions.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { CorpId, UserId } from '../../context.js';
import type { Db, Tx } from '../../database/schema.js';
import { isInForceFor, type SealOccasion, type SealRight, sealRight } from './authorisation-rules.js';
import { automaticAuthorisations, standingAuthorisations, standingExaminers } from './authorisation-store.js';

export interface SealUse extends SealOccasion {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly roles: readonly Role[];
  readonly sealId: SealId;
}

/** What a member may do with a seal of their enterprise in contracts of a template. */
export async function sealRightOf(db: Db | Tx, use: SealUse): Promise<SealRight> {
  const records = await standingAuthorisations(db, use.corpId, use.sealId, [use.userId]);
  return sealRight(use.roles, records, use);
}

/** A seal that the platform places for somebody, and by what authority. */
export interface AutomaticSeal {
  readonly authorisationId: AuthorisationId;
  readonly sealId: SealId;
}

/** The oldest authorisation in force by which the platform places a seal for the member in such contracts. */
export async function automaticSeal(
  db: Db | Tx,
  { corpId, userId, ...occasion }: SealOccasion & { readonly corpId: CorpId; readonly userId: UserId },
): Promise<AutomaticSeal | null> {
  const records = await automaticAuthorisations(db, corpId, userId);
  const held = records.find((record) => isInForceFor(record, occasion));
  return held === undefined ? null : { authorisationId: held.authorisation_id, sealId: held.seal_id };
}

/** Those of them who asked to hear when something waits for them. */
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

/** The members who examine a seal for contracts of the template, each once. */
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
