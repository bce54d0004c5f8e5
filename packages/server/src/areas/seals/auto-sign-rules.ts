/** When the platform may place a seal by itself: wanted by a manager and by the member, for these very templates. Pure. */
import type { TemplateRevisions } from '../templates/index.js';
import type { AuthorisationRow } from './authorisation-store.js';

/** `none`: nobody wants it, or it was taken back. */
export type AutoSignStatus = 'none' | 'awaitingManager' | 'awaitingMember' | 'inForce';

type Wanted = Pick<AuthorisationRow, 'auto_sign' | 'template_ids' | 'manager_consent' | 'member_consent'>;

/** @param current when the templates of the record were last changed; deleted ones are missing */
export function autoSignStatus(record: Wanted, current: TemplateRevisions): AutoSignStatus {
  if (!record.auto_sign) return 'none';
  if (!covers(record.manager_consent, record, current)) return 'awaitingManager';
  return covers(record.member_consent, record, current) ? 'inForce' : 'awaitingMember';
}

/** Each of the templates is what was shown: one that has changed, or is gone, needs another consent. */
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
 * Whether both had consented when a contract was made. One that was made before may stem from what the template was
 * then, which neither has been shown.
 */
export function consentedBefore(
  { manager_consent, member_consent }: Pick<Wanted, 'manager_consent' | 'member_consent'>,
  madeAt: Date,
): boolean {
  return [manager_consent, member_consent].every(
    (consent) => consent !== null && Date.parse(consent.at) <= madeAt.getTime(),
  );
}
