/** Seals that the platform places in one person's name, in all enterprises, and how the person ends that. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import { SealAuthorStatus } from '@cinnabar/api/enums.js';
import type { MyAutomaticSeal } from '@cinnabar/api/pages/my-automatic-seals.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import type { Context, UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { findCorp } from '../enterprise/index.js';
import { templateStates } from '../templates/index.js';
import { authorisationStatus, isOver } from './authorisation-rules.js';
import { authorisationsOfMember, type ConsentedRow, findConsented } from './authorisation-store.js';
import type { ConsentBy } from './auto-sign-consents.js';
import { autoSignStatus } from './auto-sign-rules.js';
import { decideAutomaticPlacement } from './automatic-placement.js';
import { findSeal } from './store.js';

type Step = Pick<Context, 'db' | 'services' | 'now'>;

/** Consents of the person, or of the operator on their behalf, that are in force. */
export async function myAutomaticSeals(step: Step, userId: UserId): Promise<readonly MyAutomaticSeal[]> {
  const records = await authorisationsOfMember(step.db, userId);
  const standing = records.filter((record) => !isOver(record, step.now));
  return Promise.all(standing.map((record) => viewOf(step, record)));
}

async function viewOf({ db, services, now }: Step, record: ConsentedRow): Promise<MyAutomaticSeal> {
  const { corp_id: corpId, template_ids, member_consent: consent, effective_at, expire_at } = record;
  const zone = services.config.timeZone;
  const [corp, seal, templates] = await Promise.all([
    findCorp(db, corpId),
    findSeal(db, corpId, record.seal_id),
    templateStates(db, corpId, template_ids),
  ]);
  const current = Object.fromEntries(
    templates.map(({ templateId, updateTime }) => [templateId, updateTime.toISOString()]),
  );
  const consentedAt = new Date(consent.at);
  return {
    id: record.authorisation_id,
    corpName: corp?.corpName ?? '',
    sealName: seal?.seal_name ?? '',
    templates: template_ids.map((templateId) => {
      const revision = consent.revisions[templateId];
      return {
        templateId,
        templateName: templates.find((each) => each.templateId === templateId)?.templateName ?? null,
        revision: revision === undefined ? null : formatDateTime(new Date(revision), zone),
        isChanged: revision === undefined || current[templateId] !== revision,
      };
    }),
    since: formatDateTime(effective_at > consentedAt ? effective_at : consentedAt, zone),
    until: expire_at === null ? null : formatDateTime(expire_at, zone),
    byOperator: consent.userId === null,
    inForce:
      authorisationStatus(record, now) === SealAuthorStatus.inForce &&
      autoSignStatus(record, current) === 'inForce',
  };
}

/**
 * Ends it at once: an act that is being carried out completes, and no other follows.
 * @throws Refusal 404 if the person has no such consent
 */
export async function stopMyAutomaticSeal(
  step: Step,
  authorisationId: AuthorisationId,
  by: Omit<ConsentBy, 'side'> & { readonly userId: UserId },
): Promise<void> {
  const record = await findConsented(step.db, by.userId, authorisationId);
  if (record === null) throw refuse('404');
  const { corp_id: corpId } = record;
  await decideAutomaticPlacement(step, {
    corpId,
    authorisationId,
    wanted: false,
    shown: null,
    by: { ...by, side: 'member' },
  });
}
