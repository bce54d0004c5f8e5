/** Values entered on the fill page and not submitted yet. */

import { type DraftValues, draftValues } from '@cinnabar/api/pages/fill.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { ComponentId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import { invalidField, refuseFor, type Words } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { drawingProblem, readComponentValue } from '../../templates/index.js';
import { drawnValue } from '../flow/drawing.js';
import { type Component, type Flow, type Participant, signatureAreaType } from '../flow/flow.js';
import { findDraft, keepDraft } from '../flow/store/page-drafts.js';
import type { FillingPart, FillingRequest } from './filling-part.js';

export async function findFillDraft(db: Db, flow: Flow, filler: Participant): Promise<DraftValues> {
  const content = await findDraft(db, 'fill', draftOf(flow, filler));
  return content === null ? [] : draftValues.read(content, 'content', { zone: 'UTC' });
}

function draftOf({ corpId, flowId }: Flow, { participantId, psnId }: Participant) {
  return { corpId, flowId, participantId, userId: psnId };
}

/** Limit for all values of a draft together. */
const MAX_DRAFT_BYTES = 64 * 1024;

export interface DraftProblem {
  readonly componentId: ComponentId;
  readonly words: Words;
}

/**
 * Stores the typed values, and reports those that cannot be drawn. A value that does not fit is stored as well, so that
 * nobody has to type it twice. Pictures are not part of a draft.
 * @throws Refusal 400 for another participant's control or too many values; FLOW_STATE, FLOW_EXPIRED
 */
export async function keepFillDraft(
  { db, services, now }: FillingRequest,
  { flow, filler, obstacle }: FillingPart,
  values: DraftValues,
): Promise<readonly DraftProblem[]> {
  if (obstacle !== null && obstacle !== 'NOT_YOUR_TURN') throw refuseFor(obstacle);
  if (Buffer.byteLength(JSON.stringify(values)) > MAX_DRAFT_BYTES) {
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
  await keepDraft(db, 'fill', draftOf(flow, filler), values, now);
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
