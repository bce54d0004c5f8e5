import { SealStatus } from '@cinnabar/api/enums.js';
import { DrawingRefused, type Placement, type Seal } from '@cinnabar/pdf/model.js';
import type { MemberContext } from '../../../operation/context.js';
import { defaultSeal, loadSealDrawing } from '../../seals/index.js';
import type { Contents } from '../fill/prepare-files.js';
import { areaFieldName, boxOf, invisibleFieldName } from '../flow/drawing.js';
import { type Component, type FlowFile, type Participant, signatureAreaType } from '../flow/flow.js';
import { shownComponents } from '../flow/rules/component-rules.js';
import { isSeamArea } from '../flow/rules/seams.js';
import { sealMark } from '../sign/load-marks.js';
import { NOBODY, nobody } from './nobody.js';

/** A control whose seal could not be painted. */
export interface UnpaintedArea {
  readonly component: Component;
  readonly refused: DrawingRefused;
}

export interface MarkedFile {
  readonly bytes: Uint8Array;
  readonly unpainted: readonly UnpaintedArea[];
}

/** The file with a seal in every area, painted by the code that signs contracts. */
export async function markAreas(ctx: MemberContext, contents: Contents, file: FlowFile): Promise<MarkedFile> {
  let bytes = await ctx.services.blobs.get(contents.corpId, file.currentHash);
  const unpainted: UnpaintedArea[] = [];
  const shown = shownComponents(contents.components);
  const inTurn = contents.participants.toSorted((one, other) => one.signOrder - other.signOrder);
  for (const signer of inTurn) {
    const areas = shown.filter(
      (component) =>
        component.componentType === signatureAreaType &&
        component.participantId === signer.participantId &&
        component.fileId === file.fileId,
    );
    if (areas.length === 0) continue;
    const seal = await sealOf(ctx, signer);
    let left = areas;
    while (left.length > 0) {
      try {
        bytes = await sign(ctx, bytes, { signer, file, areas: left, seal });
        break;
      } catch (error) {
        const component = refusedArea(error, signer, left);
        if (component === null || !(error instanceof DrawingRefused)) throw error;
        unpainted.push({ component, refused: error });
        left = left.filter((each) => each !== component);
      }
    }
  }
  return { bytes, unpainted };
}

interface Signing {
  readonly signer: Participant;
  readonly file: FlowFile;
  readonly areas: readonly Component[];
  readonly seal: Seal;
}

function sign(
  ctx: MemberContext,
  bytes: Uint8Array,
  { signer, file, areas, seal }: Signing,
): Promise<Uint8Array> {
  const placements = areas.map((area): Placement => {
    const { attribute } = area;
    return {
      fieldName: areaFieldName(signer.participantId, area.componentId),
      box: boxOf(area),
      mark: sealMark(ctx, signer, { attribute, file, seam: isSeamArea(area) }, seal),
    };
  });
  const { signer: certificate, sign: signature } = nobody(ctx.now);
  const act = {
    placements,
    invisibleFieldName: invisibleFieldName(signer.participantId, file.fileId),
    signer: certificate,
    name: NOBODY,
    reason: NOBODY,
    location: null,
    time: ctx.now,
  };
  return ctx.services.documents.sign(bytes, act, { sign: signature, timestamp: async () => null });
}

function refusedArea(
  error: unknown,
  { participantId }: Participant,
  areas: readonly Component[],
): Component | null {
  if (!(error instanceof DrawingRefused)) return null;
  return areas.find(({ componentId }) => areaFieldName(participantId, componentId) === error.label) ?? null;
}

/** The default seal of the own enterprise; a sample for everybody else. */
async function sealOf(ctx: MemberContext, signer: Participant): Promise<Seal> {
  const { documents } = ctx.services;
  if (signer.type === 'person') {
    return documents.drawNameSeal({ name: signer.psnName, color: 'Red', alpha: 1 });
  }
  const own = signer.corpId === ctx.corpId ? await defaultSeal(ctx.db, ctx.corpId) : null;
  if (own?.status === SealStatus.enabled) return loadSealDrawing(ctx.services, own);
  return documents.drawSeal({
    shape: 'round',
    corpName: signer.corpName,
    horizontalText: '预览',
    bottomText: null,
    color: 'Red',
    alpha: 1,
  });
}
