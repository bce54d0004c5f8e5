import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { FillPageControl, FillPageView } from '@cinnabar/api/pages/fill.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { ComponentId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../database/schema.js';
import type { LinkServices } from '../../link-address.js';
import { storedFileAddress } from '../../link-address.js';
import { invalidField, refuseFor, type Words } from '../../refusal.js';
import type { Services } from '../../services.js';
import { findFiles, type StoredFile } from '../../storage/stored-files.js';
import { drawingProblem, readComponentValue } from '../templates/index.js';
import { drawnValue } from './drawing.js';
import { type Component, type Flow, type Participant, signatureAreaType } from './flow.js';
import { pageAttachments } from './page-attachments.js';
import { refusalToFill } from './rules/filling.js';
import type { SigningPart } from './signing-page.js';
import { loadFlow } from './store/load-flow.js';
import { type DraftValues, findDraft, keepDraft } from './store/page-drafts.js';
import { flowPageView, partyView } from './views/flow-page.js';

export interface FillingPart {
  readonly flow: Flow;
  readonly filler: Participant;
  readonly obstacle: ErrorReason | null;
}

/** The part is this person's still, whatever has become of the flow; null where it has gone to somebody else. */
export async function findFillingPart(db: Db, part: SigningPart, now: Date): Promise<FillingPart | null> {
  const flow = await loadFlow(db, part.corpId, part.flowId);
  const filler = flow?.participants.find(({ participantId }) => participantId === part.participantId);
  if (flow === null || flow.deletedAt !== null || filler === undefined) return null;
  if (filler.psnId !== part.userId) return null;
  return { flow, filler, obstacle: refusalToFill(flow, filler, now) };
}

export interface FillingRequest {
  readonly db: Db;
  readonly services: Services;
  readonly now: Date;
}

/** Everything that the page of a filler shows: also what others have filled in before. */
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
    obstacle === null || obstacle === 'NOT_YOUR_TURN' ? await findDraft(db, draftOf(flow, filler)) : [];
  const known = new Set(controls.map(({ componentId }) => componentId));
  return {
    ...flowPageView(services, flow, filler, await pageAttachments(db, flow), now),
    me: partyView(flow, filler, filler, services.config.timeZone),
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

function draftOf({ corpId, flowId }: Flow, { participantId, psnId }: Participant) {
  return { corpId, flowId, participantId, userId: psnId };
}

/** Of all values of a draft together. */
const MOST_DRAFT_BYTES = 64 * 1024;

export interface DraftProblem {
  readonly componentId: ComponentId;
  readonly words: Words;
}

/**
 * Keeps what has been typed, and says what of it could not be drawn: what does not fit is kept all the same, so that
 * nobody types it twice. Pictures are no part of a draft.
 * @throws Refusal 400 for a control that is not one's own, or too much at once; FLOW_STATE, FLOW_EXPIRED
 */
export async function keepFillDraft(
  { db, services, now }: FillingRequest,
  { flow, filler, obstacle }: FillingPart,
  values: DraftValues,
): Promise<readonly DraftProblem[]> {
  if (obstacle !== null && obstacle !== 'NOT_YOUR_TURN') throw refuseFor(obstacle);
  if (Buffer.byteLength(JSON.stringify(values)) > MOST_DRAFT_BYTES) {
    throw invalidField('values', { zh: '内容超过 64 KiB', en: 'are more than 64 KiB' });
  }
  const given = values.map(({ componentId, value }, index) => {
    const control = flow.components.find((each) => each.componentId === componentId);
    const isText =
      control?.componentType !== signatureAreaType && control?.componentType !== componentTypes.image;
    if (control === undefined || !isText || control.participantId !== filler.participantId) {
      throw invalidField(`values[${index}].componentId`, {
        zh: '不是您的填写控件',
        en: 'is no control of yours to fill',
      });
    }
    return { control, value };
  });
  await keepDraft(db, draftOf(flow, filler), values, now);
  return problemsOf(services, given);
}

async function problemsOf(
  services: Services,
  given: readonly { readonly control: Component; readonly value: string }[],
): Promise<readonly DraftProblem[]> {
  const problems: DraftProblem[] = [];
  const drawn = given.flatMap(({ control, value }) => {
    const read = readComponentValue(control, value, services.config.timeZone);
    if ('problem' in read) {
      problems.push({ componentId: control.componentId, words: read.problem });
      return [];
    }
    const shown = drawnValue(control, read.drawn);
    return shown?.kind === 'text' ? [{ control, text: shown.value }] : [];
  });
  if (drawn.length === 0) return problems;
  const labelled = drawn.map(({ text }, index) => ({ ...text, label: String(index) }));
  for (const refused of await services.documents.checkValues(labelled)) {
    const at = drawn[Number(refused.label)];
    if (at === undefined) continue;
    problems.push({ componentId: at.control.componentId, words: drawingProblem(refused) });
  }
  return problems;
}
