/**
 * When the platform may place a seal by itself: a manager and the member consent, for exactly these templates. Pure.
 */
import type { TemplateRevisions } from '../templates/index.js';
import type { AuthorisationRow } from './authorisation-store.js';

/** `none`: not given, or withdrawn. */
export type AutoSignStatus = 'none' | 'awaitingManager' | 'awaitingMember' | 'inForce';

type Wanted = Pick<AuthorisationRow, 'auto_sign' | 'template_ids' | 'manager_consent' | 'member_consent'>;

/** @param current times of the last change of the record's templates; deleted ones are missing */
export function autoSignStatus(record: Wanted, current: TemplateRevisions): AutoSignStatus {
  if (!record.auto_sign) return 'none';
  if (!covers(record.manager_consent, record, current)) return 'awaitingManager';
  return covers(record.member_consent, record, current) ? 'inForce' : 'awaitingMember';
}

/** Whether each template is as displayed: a changed or deleted one requires another consent. */
function covers(
  consent: Wanted['manager_consent'],
  { template_ids }: Pick<Wanted, 'template_ids'>,
  current: TemplateRevisions,
): boolean {
  if (consent === null || template_ids.length === 0) return false;
  return template_ids.every(
    (templateId) =>
      current[templateId] !== undefined && current[templateId] === consent.revisions[templateId],
  );
}

/**
 * Whether both consents preceded the contract. An earlier contract may be derived from a state of the template that
 * neither side has seen.
 */
export function consentedBefore(
  { manager_consent, member_consent }: Pick<Wanted, 'manager_consent' | 'member_consent'>,
  madeAt: Date,
): boolean {
  return [manager_consent, member_consent].every(
    (consent) => consent !== null && Date.parse(consent.at) <= madeAt.getTime(),
  );
}
