import type { FillPageControl, FillPageView } from '@cinnabar/api/pages/fill.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { Db } from '../../../database/schema.js';
import type { LinkServices } from '../../../operation/link-address.js';
import { storedFileAddress } from '../../../operation/link-address.js';
import { findFiles, type StoredFile } from '../../../storage/stored-files.js';
import { type Component, type Participant, signatureAreaType } from '../flow/flow.js';
import { loadFlow } from '../flow/store/load-flow.js';
import type { ActingPart } from '../flow/store/parts-of-person.js';
import { flowPageView, partyView } from '../view/flow-page.js';
import { pageParts } from '../view/page-parts.js';
import { findFillDraft } from './fill-draft.js';
import type { FillingPart, FillingRequest } from './filling-part.js';
import { refusalToFill } from './rules/filling.js';

/** The part still belongs to this person, in any state of the flow; null if it has passed to somebody else. */
export async function findFillingPart(db: Db, part: ActingPart, now: Date): Promise<FillingPart | null> {
  const flow = await loadFlow(db, part.corpId, part.flowId);
  const filler = flow?.participants.find(({ participantId }) => participantId === part.participantId);
  if (flow === null || flow.deletedAt !== null || filler === undefined) return null;
  if (filler.psnId !== part.userId) return null;
  return { flow, filler, obstacle: refusalToFill(flow, filler, now) };
}

/** Content of the fill page, including the values that others have entered before. */
export async function fillingPage(
  { db, services, now }: FillingRequest,
  { flow, filler, obstacle }: FillingPart,
): Promise<FillPageView> {
  const controls = flow.components.filter(({ componentType }) => componentType !== signatureAreaType);
  const pictures = controls.flatMap(({ componentType, value }) =>
    componentType === componentTypes.image && value !== null ? [value] : [],
  );
  const stored = await findFiles(db, flow.corpId, pictures);
  const draft =
    obstacle === null || obstacle === 'NOT_YOUR_TURN' ? await findFillDraft(db, flow, filler) : [];
  const zone = services.config.timeZone;
  const known = new Set(controls.map(({ componentId }) => componentId));
  return {
    ...flowPageView(services, flow, filler, await pageParts(db, flow, zone), now),
    me: partyView(flow, filler, filler, zone),
    isEnterprise: filler.type === 'enterprise',
    obstacle,
    controls: controls.map((control) => controlView(services, control, filler, stored, now)),
    draft: draft.filter(({ componentId }) => known.has(componentId)),
  };
}

function controlView(
  services: LinkServices,
  component: Component,
  filler: Participant,
  stored: readonly StoredFile[],
  now: Date,
): FillPageControl {
  const isPicture = component.componentType === componentTypes.image;
  const picture = isPicture ? stored.find(({ fileKey }) => fileKey === component.value) : undefined;
  return {
    componentId: component.componentId,
    fileId: component.fileId,
    participantId: component.participantId,
    name: component.componentName,
    key: component.componentKey,
    type: component.componentType,
    value: component.value ?? '',
    pictureUrl: picture === undefined ? null : storedFileAddress(services, picture, 'inline', now),
    required: component.required,
    isMine: component.participantId === filler.participantId,
    page: component.pageNum,
    x: component.positionX,
    y: component.positionY,
    attribute: component.attribute,
  };
}
