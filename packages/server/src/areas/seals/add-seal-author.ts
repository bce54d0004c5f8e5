import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { addSealAuthor as operation } from '@cinnabar/api/operations/seals.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Tx } from '../../database/schema.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { lockValidMembers } from '../members/index.js';
import { existingTemplates } from '../templates/index.js';
import { authorisationsConflict } from './authorisation-rules.js';
import {
  type AuthorisationRow,
  insertAuthorisations,
  standingAuthorisations,
} from './authorisation-store.js';
import { wantAsManager } from './automatic-placement.js';
import { managerConsent } from './manager-consent.js';
import { lockSeal } from './store.js';

type Input = InputOf<typeof operation>;
/** Fields that all records of one request share. */
type Terms = Omit<AuthorisationRow, 'authorisation_id' | 'user_id'>;

export async function addSealAuthor(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const terms = termsOf(ctx, input);
  const userIds = input.userIdList.map(({ userId }) => userId);
  const manager = await managerConsent(ctx, input);
  return ctx.act(async (tx) => {
    // The lock serialises requests, so that each compares itself with all existing records.
    if ((await lockSeal(tx, ctx.corpId, input.sealId)) === null) throw refuse('SEAL_NOT_FOUND');
    await requireMembers(tx, ctx, userIds);
    await requireTemplates(tx, ctx, input);
    const known = await standingAuthorisations(tx, ctx.corpId, input.sealId, userIds);
    const added: AuthorisationRow[] = [];
    for (const [index, userId] of userIds.entries()) {
      const authorisationId = await ctx.services.ids.next<'SealAuthorisation'>();
      const record = { ...terms, authorisation_id: authorisationId, user_id: userId };
      // A person named twice conflicts with themselves.
      if ([...known, ...added].some((other) => authorisationsConflict(record, other))) {
        const about = `userIdList[${index}].userId ${userId}`;
        throw refuse('AUTHOR_RULE_CONFLICT', { zh: about, en: about });
      }
      added.push(record);
    }
    await insertAuthorisations(tx, added);
    if (manager !== null) {
      for (const record of added) await wantAsManager(tx, ctx.services, record, manager);
    }
    return {};
  });
}

/** @throws Refusal 400 if range and templates, or start and end, are inconsistent */
function termsOf(ctx: MemberContext, input: Input): Terms {
  const templateIds = designated(input);
  if (input.authorRange === 1 && templateIds.length === 0) {
    throw invalidField('templatesList', {
      zh: 'authorRange 为 1 时必填',
      en: 'is required where authorRange is 1',
    });
  }
  const effectiveAt = input.effectiveTime ?? ctx.now;
  const expireAt = input.expireTime ?? null;
  if (expireAt !== null && expireAt <= effectiveAt) {
    throw invalidField('expireTime', { zh: '须晚于生效时间', en: 'must be later than the start' });
  }
  return {
    corp_id: ctx.corpId,
    seal_id: input.sealId,
    author_role: input.authorRole,
    author_range: input.authorRange,
    template_ids: templateIds,
    auto_sign: input.autoSign === 1,
    examiner_notify: input.examinerNotify === 1,
    effective_at: effectiveAt,
    expire_at: expireAt,
    withdrawn_at: null,
    manager_consent: null,
    member_consent: null,
    created_by: ctx.actingMember.userId,
    created_at: ctx.now,
  };
}

/** Removes duplicate templates; for all contracts the list is ignored. */
function designated({ authorRange, templatesList }: Input): readonly TemplateId[] {
  if (authorRange === 0) return [];
  return [...new Set(templatesList?.map(({ templateId }) => templateId))];
}

/** Deleting a member ends their authorisations: the lock prevents this one from being added afterwards. */
async function requireMembers(tx: Tx, ctx: MemberContext, userIds: readonly UserId[]): Promise<void> {
  const members = await lockValidMembers(tx, ctx.corpId, userIds);
  const index = userIds.findIndex((userId) => !members.has(userId));
  if (index === -1) return;
  throw invalidField(`userIdList[${index}].userId`, {
    zh: '不是本企业的有效成员',
    en: 'is not a valid member of this enterprise',
  });
}

async function requireTemplates(tx: Tx, ctx: MemberContext, input: Input): Promise<void> {
  if (input.authorRange === 0) return;
  const given = input.templatesList?.map(({ templateId }) => templateId) ?? [];
  const templates = await existingTemplates(tx, ctx.corpId, given);
  const index = given.findIndex((templateId) => !templates.has(templateId));
  if (index === -1) return;
  throw invalidField(`templatesList[${index}].templateId`, {
    zh: '不是本企业的模板',
    en: 'is not a template of this enterprise',
  });
}
