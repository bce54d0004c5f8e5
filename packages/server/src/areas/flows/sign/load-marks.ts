import { createHash } from 'node:crypto';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { SignAct, SignCommand } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Mark, Seal } from '@cinnabar/pdf/model.js';
import type { Tx } from '../../../database/schema.js';
import { invalidField, Refusal, refuse, refuseAll, refuseFor } from '../../../operation/refusal.js';
import {
  defaultSeal,
  loadPersonalSeal,
  loadSealDrawing,
  personalSealForSigning,
  recordFailedUse,
  type SealToPlace,
  sealAmong,
  sealForSigning,
} from '../../seals/index.js';
import {
  DEFAULT_DATE_FORMAT,
  keepAttribute,
  placeBox,
  printDate,
  textStyleOf,
} from '../../templates/index.js';
import { seamName } from '../flow/drawing.js';
import type { Component, Flow, Participant } from '../flow/flow.js';
import type { ListOutcome, Problem } from '../flow/rules/problem.js';
import { readPicture } from './read-picture.js';
import { type LoadedMark, pictureHash } from './rules/placed-marks.js';
import { planMarks } from './rules/placing.js';
import { isHandwritten, type MarkStyle, type PlannedMark } from './rules/planned-mark.js';
import type { SigningContext } from './signing-context.js';
import type { SigningMeans } from './store/flow-to-sign.js';

/**
 * Resolves everything that an act places, with the seals that it uses. Permission to use the seals is checked
 * elsewhere.
 * @param means what has been read for the act
 * @throws Refusal 400 naming every command at fault; SEAL_NOT_FOUND; SEAL_NOT_USABLE
 */
export async function loadMarks(
  ctx: SigningContext,
  flow: Flow,
  signer: Participant,
  act: SignAct,
  means: SigningMeans | null = null,
): Promise<readonly LoadedMark[]> {
  const planned = plannedMarks(flow, signer, act);
  if (!planned.ok) {
    const [first, ...more] = planned.problems;
    throw refuseAll([refusalOf(first), ...more.map(refusalOf)]);
  }
  const seals = await loadSeals(ctx, flow, signer, planned.value, means);
  const written = await writtenMarks(ctx, planned.value);
  return planned.value.map((each): LoadedMark => {
    const mark = written.get(each);
    if (mark !== undefined) {
      return {
        planned: each,
        mark,
        sealId: null,
        pictureHash: mark.kind === 'picture' && each.image !== null ? pictureHash(each.image) : null,
      };
    }
    const loaded = seals.get(each.sealId);
    if (loaded === undefined) throw refuse('SEAL_NOT_FOUND');
    const stamped = sealMark(ctx, signer, each, loaded.face);
    return { planned: each, mark: stamped, sealId: loaded.sealId, pictureHash: faceHash(loaded.face) };
  });
}

function refusalOf({ path, words }: Problem): Refusal {
  return invalidField(path, words);
}

/** Positions of the marks of an act, without their content. */
export function plannedMarks(
  flow: Flow,
  signer: Participant,
  { signComponents }: SignAct,
): ListOutcome<PlannedMark> {
  return planMarks(flow, signer, signComponents, {
    placeBox,
    attributeOf: (given, area) => attributeOf(signer, given, area),
  });
}

function attributeOf(
  signer: Participant,
  given: SignCommand['specialAttribute'],
  area: Component | null,
): MarkStyle {
  const kept = keepAttribute(given, componentTypes.signatureArea, signer.type === 'enterprise' ? 1 : 0);
  if (area === null) return kept;
  const named = Object.keys(given);
  const own = Object.entries(kept).filter(([name]) => named.includes(name));
  return { ...area.attribute, ...Object.fromEntries(own) };
}

interface LoadedSeal {
  readonly face: Seal;
  readonly sealId: SealId | null;
}

async function loadSeals(
  ctx: SigningContext,
  flow: Flow,
  signer: Participant,
  marks: readonly PlannedMark[],
  means: SigningMeans | null,
): Promise<ReadonlyMap<SealId | 0, LoadedSeal>> {
  const loaded = new Map<SealId | 0, LoadedSeal>();
  for (const mark of marks) {
    if (mark.kind !== 'seal' || isHandwritten(mark) || loaded.has(mark.sealId)) continue;
    if (signer.type === 'person') {
      loaded.set(mark.sealId, await personalSeal(ctx, signer, mark.sealId));
      continue;
    }
    const row = await enterpriseSeal(ctx, flow, signer, mark.sealId, means);
    loaded.set(mark.sealId, { face: await loadSealDrawing(ctx.services, row), sealId: row.seal_id });
  }
  return loaded;
}

/** An enterprise's seal. That somebody has tried one that cannot be used is recorded, although the act is refused. */
async function enterpriseSeal(
  { db, now }: SigningContext,
  flow: Flow,
  signer: Participant,
  sealId: SealId | 0,
  means: SigningMeans | null,
): Promise<SealToPlace> {
  const corpId = corpOf(signer);
  try {
    return means?.corpId === corpId
      ? sealAmong(means.seals, sealId)
      : await sealForSigning(db, corpId, sealId);
  } catch (error) {
    const isUnusable = error instanceof Refusal && error.reason === 'SEAL_NOT_USABLE';
    const tried = isUnusable && sealId === 0 ? (await defaultSeal(db, corpId))?.seal_id : sealId;
    if (isUnusable && tried !== undefined && tried !== 0) {
      const where = { flowCorpId: flow.corpId, flowId: flow.flowId };
      await recordFailedUse(db, { corpId, sealId: tried, ...where, userId: signer.psnId, now });
    }
    throw error;
  }
}

/** A personal seal, or without a default one the name seal, drawn from the verified name. */
async function personalSeal(
  ctx: SigningContext,
  { psnId, psnName }: Participant,
  sealId: SealId | 0,
): Promise<LoadedSeal> {
  const row = await personalSealForSigning(ctx.db, psnId, sealId);
  if (row !== null) return { face: await loadPersonalSeal(ctx.services, row), sealId: row.seal_id };
  const spec = { name: psnName, color: 'Red', alpha: 1 } as const;
  return { face: await ctx.services.documents.drawNameSeal(spec), sealId: null };
}

const faceHashes = new WeakMap<Seal, string>();

/** A seal's face never changes, so its hash is that of its picture or of its stored outlines. */
function faceHash(face: Seal): string {
  const known = faceHashes.get(face);
  if (known !== undefined) return known;
  const hash = sha256(face.kind === 'picture' ? face.png : Buffer.from(JSON.stringify(face), 'utf8'));
  faceHashes.set(face, hash);
  return hash;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function corpOf(signer: Participant) {
  if (signer.corpId === null) throw refuseFor('NOT_VERIFIED');
  return signer.corpId;
}

interface Stamped {
  readonly attribute: MarkStyle;
  readonly file: Pick<PlannedMark['file'], 'fileId'>;
  readonly seam: boolean;
}

/** A seal as it is painted in an area, or as a seam, which has no room for a date. */
export function sealMark(
  ctx: SealDating,
  signer: Pick<Participant, 'participantId'>,
  { attribute, file, seam }: Stamped,
  seal: Seal,
): Mark {
  if (seam) {
    return {
      kind: 'seam',
      seal,
      size: attribute.sealSpecs === 2 ? 'fitted' : 'actual',
      strips: seamName(signer.participantId, file.fileId),
    };
  }
  return {
    kind: 'seal',
    seal,
    size: attribute.sealSpecs === 2 ? 'fitted' : 'actual',
    dateLine: attribute.showSignDate === 1 ? signingDate(ctx, attribute) : null,
  };
}

/** The marks other than seals. */
async function writtenMarks(
  ctx: SigningContext,
  planned: readonly PlannedMark[],
): Promise<ReadonlyMap<PlannedMark, Mark>> {
  const written = new Map<PlannedMark, Mark>();
  for (const each of planned) {
    if (each.kind !== 'seal' || isHandwritten(each)) written.set(each, await writtenMark(ctx, each));
  }
  return written;
}

async function writtenMark(ctx: SigningContext, planned: PlannedMark): Promise<Mark> {
  const style = textStyleOf(planned.attribute);
  if (planned.kind === 'date') {
    return { kind: 'text', text: signingDate(ctx, planned.attribute), multiLine: false, style };
  }
  if (planned.image) {
    const field = `${planned.path}.specialAttribute.image`;
    return { kind: 'picture', png: await readPicture(ctx.services.documents, planned.image, field) };
  }
  return { kind: 'text', text: planned.value ?? '', multiLine: true, style };
}

/** When and in which zone a mark is dated. */
export interface SealDating {
  readonly services: Pick<SigningContext['services'], 'config'>;
  readonly now: Date;
}

function signingDate(ctx: SealDating, attribute: MarkStyle): string {
  return printDate(ctx.now, attribute.dateFormat ?? DEFAULT_DATE_FORMAT, ctx.services.config.timeZone);
}

/** Checked in the commit: a seal that has been suspended or deleted meanwhile does not sign. */
export async function checkSealsUsable(
  tx: Tx,
  signer: Participant,
  marks: readonly LoadedMark[],
): Promise<void> {
  for (const sealId of new Set(marks.map((mark) => mark.sealId))) {
    if (sealId === null) continue;
    if (signer.type === 'person') await personalSealForSigning(tx, signer.psnId, sealId);
    else await sealForSigning(tx, corpOf(signer), sealId);
  }
}
