/** Resolves an act: its signer, values and marks, with the digests that an intent may cover. */
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { FillCommand as GivenFill, ParticipantId, SignAct } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { readFillCommands } from '../fill/fill-commands.js';
import { type FillCommand, withValues } from '../fill/rules/filling.js';
import type { Flow, Participant } from '../flow/flow.js';
import { finalComponents } from '../flow/rules/component-rules.js';
import { type SignerFacts, signerFacts, underVerifiedName } from '../flow/signer-facts.js';
import type { SeenFlow } from '../view/access.js';
import { pageAttachments } from '../view/page-attachments.js';
import { chooseSigner } from './choose-signer.js';
import { loadMarks } from './load-marks.js';
import type { ActTerms, HashedAttachment, ResolvedMark } from './rules/act-terms.js';
import type { LoadedMark } from './rules/placed-marks.js';
import type { SigningMeans } from './store/flow-to-sign.js';

export interface GivenAct extends SignAct {
  readonly participantId?: ParticipantId;
  readonly fillComponents?: readonly GivenFill[];
}

/** A requested act, resolved on one revision of its flow. */
export interface ReadAct {
  readonly seen: SeenFlow;
  readonly signer: Participant;
  readonly facts: SignerFacts;
  /** null if the act fills nothing. */
  readonly fills: readonly FillCommand[] | null;
  readonly marks: readonly LoadedMark[];
  /** The state after the act, with its values and marks. */
  readonly terms: ActTerms;
}

/**
 * @param means what has been read for the act
 * @throws Refusal 400 naming the element; SEAL_NOT_FOUND; SEAL_NOT_USABLE
 */
export async function readAct(
  ctx: MemberContext,
  seen: SeenFlow,
  given: GivenAct,
  means: SigningMeans | null = null,
): Promise<ReadAct> {
  const { flow } = seen;
  const chosen = chooseSigner(seen.own, given);
  const facts = await signerFacts(ctx.db, chosen, ctx.actingMember);
  const signer = underVerifiedName(chosen, facts);
  const fills = await readFills(ctx, seen, given.fillComponents);
  const filled = withFills(flow, fills);
  const marks = await loadMarks(ctx, filled, signer, given, means);
  const terms = await actTerms(ctx.db, filled, signer.participantId, marks);
  return { seen, signer, facts, fills, marks, terms };
}

/** @throws Refusal 400 naming the element */
export async function readFills(
  ctx: MemberContext,
  { flow, own }: SeenFlow,
  given: GivenAct['fillComponents'],
): Promise<readonly FillCommand[] | null> {
  if (given === undefined) return null;
  return readFillCommands(ctx, flow, own, { given, field: 'fillComponents', finish: true });
}

/** The flow with the values of these commands applied, which end its filling; not drawn yet. */
export function withFills(flow: Flow, fills: readonly FillCommand[] | null): Flow {
  if (fills === null) return flow;
  const values = new Map(fills.map(({ component, drawn }) => [component.componentId, drawn]));
  return { ...flow, components: finalComponents(withValues(flow.components, values)) };
}

/** The flow as displayed to a participant, with the marks of their act. */
export async function actTerms(
  db: Db,
  flow: Flow,
  participantId: ParticipantId,
  marks: readonly LoadedMark[],
): Promise<ActTerms> {
  const resolved = marks.map(
    ({ planned, sealId, pictureHash }): ResolvedMark => ({ planned, sealId, pictureHash }),
  );
  return { ...(await textTerms(db, flow, participantId)), marks: resolved };
}

/** The flow as displayed to a participant, without their own act. */
export async function textTerms(db: Db, flow: Flow, participantId: ParticipantId | null): Promise<ActTerms> {
  return {
    flow,
    participantId,
    attachments: await hashedAttachments(db, flow),
    agreements: acceptanceOf(agreementsFor.sign),
    marks: null,
  };
}

async function hashedAttachments(db: Db, flow: Flow): Promise<readonly HashedAttachment[]> {
  const attachments = await pageAttachments(db, flow);
  return attachments.map(({ attachment, stored }) => ({
    attachmentId: attachment.attachmentId,
    fileName: attachment.fileName,
    hash: stored.hash,
  }));
}
