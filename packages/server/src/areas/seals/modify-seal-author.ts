import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { modifySealAuthor as operation } from '@cinnabar/api/operations/seal-authors.js';
import type { Tx } from '../../database/schema.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { authorisationsConflict, isExtension, isOver } from './authorisation-rules.js';
import {
  type AuthorisationRow,
  findAuthorisation,
  saveTerms,
  standingAuthorisations,
} from './authorisation-store.js';
import { type ConsentBy, lockAuthorisation, takeConsentBack } from './auto-sign-consents.js';
import { wantAsManager } from './automatic-placement.js';
import { managerConsent } from './manager-consent.js';
import { lockSeal } from './store.js';

type Input = InputOf<typeof operation>;

export async function modifySealAuthor(
  ctx: MemberContext,
  input: Input,
): Promise<OutputOf<typeof operation>> {
  const { expireTime, autoSign, examinerNotify } = input;
  if (expireTime === undefined && autoSign === undefined && examinerNotify === undefined) {
    throw invalidField('expireTime', {
      zh: '与 autoSign、examinerNotify 至少填写一项',
      en: 'or autoSign or examinerNotify is required',
    });
  }
  const found = await findAuthorisation(ctx.db, ctx.corpId, input.id);
  if (found === null) throw refuse('404');
  if (autoSign === 1 && found.author_range === 0) {
    throw invalidField('autoSign', {
      zh: '仅限指定模板的授权',
      en: 'is for authorisations of named templates only',
    });
  }
  const manager = await managerConsent(ctx, {
    ...input,
    sealId: found.seal_id,
    authorRange: found.author_range,
  });
  return ctx.act(async (tx) => {
    // The seal before its records, as where records are added.
    if ((await lockSeal(tx, ctx.corpId, found.seal_id)) === null) throw refuse('404');
    const before = await lockAuthorisation(tx, input.id);
    if (before === null) throw refuse('404');
    const terms = await newTerms(tx, ctx, before, input);
    await saveTerms(tx, terms);
    await moveAutomatic(tx, ctx, { before, terms }, input.autoSign, manager);
    await record(tx, ctx, before, (await findAuthorisation(tx, ctx.corpId, input.id)) ?? terms);
    return {};
  });
}

/** @throws Refusal 400, AUTHOR_RULE_CONFLICT */
async function newTerms(
  tx: Tx,
  { corpId, now }: MemberContext,
  before: AuthorisationRow,
  { expireTime, examinerNotify }: Input,
): Promise<AuthorisationRow> {
  if (isOver(before, now)) {
    throw invalidField('id', { zh: '该授权已结束', en: 'has ended' });
  }
  const expireAt = expireTime ?? before.expire_at;
  if (expireTime !== undefined && (expireTime <= before.effective_at || expireTime <= now)) {
    throw invalidField('expireTime', {
      zh: '须晚于生效时间和当前时间',
      en: 'must be later than the start and in the future',
    });
  }
  const terms: AuthorisationRow = {
    ...before,
    expire_at: expireAt,
    examiner_notify: examinerNotify === undefined ? before.examiner_notify : examinerNotify === 1,
  };
  const standing = await standingAuthorisations(tx, corpId, before.seal_id, [before.user_id]);
  const others = standing.filter((each) => each.authorisation_id !== before.authorisation_id);
  if (others.some((other) => authorisationsConflict(terms, other))) throw refuse('AUTHOR_RULE_CONFLICT');
  return terms;
}

interface Change {
  readonly before: AuthorisationRow;
  readonly terms: AuthorisationRow;
}

/** Both sides have consented to the record as it was: what widens it is put to them again. */
async function moveAutomatic(
  tx: Tx,
  ctx: MemberContext,
  { before, terms }: Change,
  autoSign: 0 | 1 | undefined,
  manager: (ConsentBy & { readonly side: 'manager' }) | null,
): Promise<void> {
  const { address, device, now, services } = ctx;
  const extended = isExtension(before, terms);
  const ends = before.auto_sign && (autoSign === 0 || extended);
  const { userId } = ctx.actingMember;
  const by = { side: 'manager', userId, channel: 'application', address, device, now } as const;
  const free = ends ? await takeConsentBack(tx, services.ids, terms, manager ?? by) : terms;
  if (autoSign !== 1) return;
  const wanted = { ...free, auto_sign: true };
  await saveTerms(tx, wanted);
  if (manager !== null) await wantAsManager(tx, services, wanted, manager);
}

async function record(
  tx: Tx,
  ctx: MemberContext,
  before: AuthorisationRow,
  after: AuthorisationRow,
): Promise<void> {
  const facts = (row: AuthorisationRow): AuditFacts => ({
    expireTime: row.expire_at?.toISOString() ?? null,
    autoSign: row.auto_sign,
    examinerNotify: row.examiner_notify,
  });
  await recordAct(
    tx,
    {
      corpId: ctx.corpId,
      userId: ctx.actingMember.userId,
      appId: ctx.appId,
      subjectUserId: before.user_id,
      act: 'sealAuthor.modify',
      object: { kind: 'sealAuthorisation', id: before.authorisation_id },
      before: facts(before),
      after: facts(after),
    },
    originOf(ctx),
  );
}
