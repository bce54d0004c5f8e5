/** What remains of a mark once it is placed: its control in the flow, and its words in the history. */
import { randomBytes } from 'node:crypto';
import { pictureHash } from '../fill/read-picture.js';
import type { Component, Flow, MarkRecord, Participant } from '../flow/flow.js';
import { signatureAreaType } from '../flow/flow.js';
import type { LoadedMark } from '../flow/load-marks.js';
import type { MarkWords } from '../flow/rules/recorded-words.js';
import type { PlacedMark } from './sign-file.js';

/** What a mark says to who reads the page. */
export function wordsOf({ mark, planned }: Pick<LoadedMark, 'mark' | 'planned'>): MarkWords {
  return {
    text: mark.kind === 'text' ? mark.text : null,
    picture: mark.kind === 'picture' && planned.image !== null ? pictureHash(planned.image) : null,
  };
}

/** For the words of one mark; null where the history may have them as they are. */
export function newSalt(flow: Pick<Flow, 'encrypted'>): string | null {
  return flow.encrypted ? randomBytes(16).toString('hex') : null;
}

/** The flow's controls with what the act has placed: areas that are taken now, and controls for the free marks. */
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
