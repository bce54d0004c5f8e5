/** The marks of an act, and what is stored of them: their controls in the flow, and their texts in the history. */
import { createHash } from 'node:crypto';
import type { ComponentId } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Mark } from '@cinnabar/pdf/model.js';
import { type Component, type MarkRecord, type Participant, signatureAreaType } from '../../flow/flow.js';
import type { MarkWords } from '../../flow/rules/recorded-words.js';
import type { PlannedMark } from './planned-mark.js';

/** A planned mark with its content. */
export interface LoadedMark {
  readonly planned: PlannedMark;
  readonly mark: Mark;
  /** The enterprise's or the person's seal, for the history and for the check in the commit; null for a name seal. */
  readonly sealId: SealId | null;
  /** SHA-256 of a seal's face or a remark's picture, hexadecimal; null for text. */
  readonly pictureHash: string | null;
}

/** A mark with the id of its control, existing or new. */
export interface PlacedMark extends LoadedMark {
  readonly componentId: ComponentId;
  /** Salt for the hash of its texts if the history must not contain the texts; see recordedWords. */
  readonly salt: string | null;
}

/** SHA-256 of the picture as uploaded, hexadecimal. */
export function pictureHash(image: string): string {
  return createHash('sha256').update(pictureBytes(image)).digest('hex');
}

/** @param image PNG in base64, or a data URL */
export function pictureBytes(image: string): Buffer {
  return Buffer.from(image.replace(/^data:image\/png;base64,/, ''), 'base64');
}

/** Text of a mark. */
export function wordsOf({ mark, planned }: Pick<LoadedMark, 'mark' | 'planned'>): MarkWords {
  return {
    text: mark.kind === 'text' ? mark.text : null,
    picture: mark.kind === 'picture' && planned.image !== null ? pictureHash(planned.image) : null,
  };
}

/** The flow's controls after the act: the occupied areas, and new controls for the free marks. */
export function withMarks(
  components: readonly Component[],
  signer: Participant,
  marks: readonly PlacedMark[],
): readonly Component[] {
  const kept = components.map((component) => {
    const mark = marks.find(({ planned }) => planned.area?.componentId === component.componentId);
    return mark === undefined
      ? component
      : { ...component, value: wordsOf(mark).text ?? component.value, placed: recordOf(mark) };
  });
  const added = marks.filter(({ planned }) => planned.area === null);
  return [...kept, ...added.map((mark) => freeComponent(signer, mark))];
}

function freeComponent(signer: Participant, mark: PlacedMark): Component {
  const { planned, componentId } = mark;
  return {
    componentId,
    participantId: signer.participantId,
    fileId: planned.file.fileId,
    templateComponentId: null,
    componentKey: null,
    componentName: planned.seam ? '骑缝章' : { seal: '印章', remark: '备注', date: '签署日期' }[planned.kind],
    componentType: signatureAreaType,
    value: wordsOf(mark).text,
    required: false,
    pageNum: planned.box.page,
    positionX: planned.box.x,
    positionY: planned.box.y,
    attribute: { ...planned.attribute, width: planned.box.width, height: planned.box.height },
    placed: recordOf(mark),
  };
}

function recordOf(mark: PlacedMark): MarkRecord {
  const { planned, salt } = mark;
  return {
    kind: planned.kind,
    free: planned.area === null,
    seal: sealOf(mark),
    picture: wordsOf(mark).picture,
    salt,
  };
}

function sealOf({ mark }: PlacedMark): MarkRecord['seal'] {
  if (mark.kind !== 'seal' && mark.kind !== 'seam') return null;
  const { width, height } = mark.seal;
  const dated = mark.kind === 'seal' && mark.dateLine !== null;
  return { seal: { width, height }, size: mark.size, dated };
}
