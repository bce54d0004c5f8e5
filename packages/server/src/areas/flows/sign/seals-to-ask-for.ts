import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { settingsOf } from '../../enterprise/index.js';
import { rightToUse, stillUsable } from '../../seals/index.js';
import type { Flow, Participant } from '../flow/flow.js';
import type { ReadAct } from './act-of.js';
import type { LoadedMark } from './rules/placed-marks.js';
import { type SealAsker, sealsThatNeedConsent } from './seals-that-need-consent.js';

/** The seals of an act that its signer may not place without consent. */
export async function sealsToAskFor(
  db: Db | Tx,
  asker: SealAsker,
  flow: Flow,
  signer: Participant,
  marks: readonly LoadedMark[],
): Promise<readonly SealId[]> {
  // A personal seal needs nobody else's consent.
  if (signer.type === 'person') return [];
  return sealsThatNeedConsent(db, asker, flow, signer, sealsOf(marks));
}

/** The consents that an act needs, before its files are signed. */
export interface SealNeeds {
  /** The seals that need consent. */
  readonly sealIds: readonly SealId[];
  /**
   * Holds in the commit if its seals are certainly still usable without anybody's consent; otherwise, and if null, the
   * commit has to examine it.
   */
  readonly stillNone: RawBuilder<boolean> | null;
}

/** In an enterprise that is not strict, the right to use a seal suffices. */
export async function sealNeeds(ctx: MemberContext, act: ReadAct): Promise<SealNeeds> {
  const { signer, marks, facts, seen } = act;
  const { flow } = seen;
  const sealIds = sealsOf(marks);
  const { corp } = facts;
  if (signer.type === 'person' || corp === null || settingsOf(corp).sealApproval === 'strict') {
    return { sealIds: await sealsToAskFor(ctx.db, ctx, flow, signer, marks), stillNone: null };
  }
  const { userId, roles } = ctx.actingMember;
  const { corpId } = corp;
  const rights = await Promise.all(
    sealIds.map((sealId) =>
      rightToUse(ctx.db, { corpId, userId, roles, sealId, templateId: flow.templateId, now: ctx.now }),
    ),
  );
  const asked = sealIds.filter((_sealId, index) => rights[index]?.holds !== true);
  const authorisationIds = rights.flatMap((right) => right.authorisationIds);
  return { sealIds: asked, stillNone: stillUsable({ corpId, sealIds, authorisationIds }) };
}

function sealsOf(marks: readonly LoadedMark[]): readonly SealId[] {
  return [...new Set(marks.flatMap(({ sealId }) => sealId ?? []))];
}
