/** Plans the marks of a signing act: assigns commands to areas and validates everything before anything is drawn. */
import type { SignCommand } from '@cinnabar/api/schemas/flow.js';
import type { Box } from '@cinnabar/pdf/model.js';
import {
  type Component,
  type Flow,
  type FlowFile,
  type Participant,
  signatureAreaType,
} from '../../flow/flow.js';
import { shownComponents } from '../../flow/rules/component-rules.js';
import {
  fine,
  type ListOutcome,
  listOutcome,
  type Outcome,
  type Problem,
  wrong,
} from '../../flow/rules/problem.js';
import { isSeamArea, seamsOfFile } from '../../flow/rules/seams.js';
import { coveredByMark } from './overlap.js';
import type { MarkStyle, PlannedMark } from './planned-mark.js';

/** Seals, remarks and dates of one participant in one file; each is a signature of its own. */
const maxAreasPerFile = 50;

/** Fits a requested box into its page; null if its corner is off the page. Shared with the templates area. */
export type PlaceBox = (
  page: { readonly width: number; readonly height: number },
  wanted: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
) => { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;

interface PlacingRules {
  readonly placeBox: PlaceBox;
  /** Complete attributes of a mark without a control: sizes by the kind of signer, fonts, formats. */
  readonly attributeOf: (given: SignCommand['specialAttribute'], area: Component | null) => MarkStyle;
}

type PlacingFlow = Pick<Flow, 'files' | 'components' | 'participants'>;

export function planMarks(
  flow: PlacingFlow,
  signer: Participant,
  commands: readonly SignCommand[],
  rules: PlacingRules,
): ListOutcome<PlannedMark> {
  const problems: Problem[] = [];
  const marks: PlannedMark[] = [];
  for (const [index, command] of commands.entries()) {
    const planned = planMark(flow, signer, command, `signComponents[${index}]`, rules);
    const outcome = planned.ok ? besideOthers(flow, signer, planned.value, marks) : planned;
    if (outcome.ok) marks.push(outcome.value);
    else problems.push(outcome.problem);
  }
  // What is missing may be meant by a command that is wrong.
  const missing = problems.length === 0 ? checkComplete(flow, signer, marks) : null;
  return listOutcome(marks, missing === null || missing.ok ? problems : [missing.problem]);
}

/** Checks a mark against the other marks of the act and those of other participants. */
function besideOthers(
  flow: PlacingFlow,
  signer: Participant,
  mark: PlannedMark,
  marks: readonly PlannedMark[],
): Outcome<PlannedMark> {
  const { area, file, path, seam } = mark;
  if (area !== null && marks.some((other) => other.area?.componentId === area.componentId)) {
    return wrong(`${path}.componentId`, '签署区重复', 'names a signature area twice');
  }
  const inFile = marks.filter((other) => other.file.fileId === file.fileId);
  if (seam && inFile.some((other) => other.seam)) {
    return wrong(signStyleOf(path), '每个文件只能有一枚骑缝章', 'is a second seam in one file');
  }
  if (inFile.length >= maxAreasPerFile) {
    return wrong(
      path,
      `每个文件最多 ${maxAreasPerFile} 个签署区`,
      `exceeds ${maxAreasPerFile} areas in one file`,
    );
  }
  const covered = coveredByMark(flow, signer, mark);
  if (covered === null) return fine(mark);
  const { componentName, componentId } = covered;
  return wrong(
    path,
    `不得与其他参与方的签署区或签章“${componentName}”（componentId ${componentId}）重叠`,
    `overlaps ${componentName} of another participant (componentId ${componentId})`,
  );
}

function planMark(
  flow: PlacingFlow,
  signer: Participant,
  command: SignCommand,
  path: string,
  rules: PlacingRules,
): Outcome<PlannedMark> {
  const file = flow.files.find((candidate) => candidate.fileId === command.contractFileId);
  if (file === undefined)
    return wrong(`${path}.contractFileId`, '合同中没有该文件', 'is no file of this flow');
  const area = findArea(flow, signer, command, path);
  if (!area.ok) return area;
  const kind = markKinds[command.fieldType];
  if (area.value?.required === true && kind !== 'seal') {
    return wrong(`${path}.fieldType`, '必签区须盖章（0）', 'must be 0 (a seal) in a required area');
  }
  const { specialAttribute } = command;
  const seam = area.value === null ? specialAttribute.signStyle === 2 : isSeamArea(area.value);
  if (seam && kind !== 'seal') {
    return wrong(`${path}.fieldType`, '骑缝处须盖章（0）', 'must be 0 (a seal) for a seam');
  }
  if (seam && area.value === null) {
    const obstacle = freeSeamObstacle(flow, signer, file, signStyleOf(path));
    if (obstacle !== null) return obstacle;
  }
  if (kind === 'remark' && !specialAttribute.value && !specialAttribute.image) {
    return wrong(`${path}.specialAttribute.value`, '备注须给出文字或图片', 'a remark needs value or image');
  }
  if (kind === 'seal' && specialAttribute.image && (seam || signer.type === 'enterprise')) {
    return wrong(
      `${path}.specialAttribute.image`,
      '此处须盖章，不能以手写图片代替',
      'cannot stand here instead of a seal',
    );
  }
  const attribute = rules.attributeOf(specialAttribute, area.value);
  const box =
    seam && area.value === null
      ? seamBoxOf(file, command, attribute, path, rules.placeBox)
      : boxOf(file, command, area.value, attribute, path, rules.placeBox);
  if (!box.ok) return box;
  return fine({
    path,
    file,
    box: box.value,
    area: area.value,
    kind,
    seam,
    sealId: command.sealId,
    attribute,
    value: specialAttribute.value ?? null,
    image: specialAttribute.image || null,
  });
}

const markKinds = { 0: 'seal', 1: 'remark', 2: 'date' } as const;

function findArea(
  flow: Pick<Flow, 'components'>,
  signer: Participant,
  command: SignCommand,
  path: string,
): Outcome<Component | null> {
  if (command.componentId === null || command.componentId === 0) return fine(null);
  const area = flow.components.find((component) => component.componentId === command.componentId);
  if (area === undefined || area.componentType !== signatureAreaType) {
    return wrong(`${path}.componentId`, '合同中没有该签署区', 'is no signature area of this flow');
  }
  if (!shownComponents(flow.components).includes(area)) {
    return wrong(`${path}.componentId`, '签署区按其条件不显示', 'is hidden by its condition');
  }
  if (area.participantId !== signer.participantId) {
    return wrong(`${path}.componentId`, '签署区不属于该参与方', 'is not an area of this participant');
  }
  if (area.fileId !== command.contractFileId) {
    return wrong(`${path}.contractFileId`, '签署区不在该文件中', 'is not the file of this area');
  }
  return fine(area);
}

function signStyleOf(path: string): string {
  return `${path}.specialAttribute.signStyle`;
}

/** The fields for a seam were created when filling ended, one on each page for each signer. */
function freeSeamObstacle(
  flow: PlacingFlow,
  signer: Participant,
  file: FlowFile,
  path: string,
): Outcome<never> | null {
  const seam = seamsOfFile(flow, file).find(({ participantId }) => participantId === signer.participantId);
  if (seam === undefined) {
    return wrong(path, '文件页数过多，不能自由加盖骑缝章', 'is not possible: the file has too many pages');
  }
  if (seam.area === null) return null;
  const { componentId } = seam.area;
  return wrong(
    path,
    `该文件已有骑缝签署区（componentId ${componentId}）`,
    `must use the seam area of this file (componentId ${componentId})`,
  );
}

/** At the right edge of the first page; of the requested position only the height counts. */
function seamBoxOf(
  file: FlowFile,
  command: SignCommand,
  { width, height }: MarkStyle,
  path: string,
  placeBox: PlaceBox,
): Outcome<Box> {
  const [first] = file.pages;
  const x = Math.max(0, (first?.width ?? 0) - width);
  const placed = first === undefined ? null : placeBox(first, { x, y: command.positionY, width, height });
  if (placed === null) return wrong(`${path}.positionY`, '位置不在页面内', 'the place is not on the page');
  return fine({ page: 1, ...wholePixels(placed) });
}

/** For a known area the command's page and position are ignored; a free placement is moved inside its page. */
function boxOf(
  file: FlowFile,
  command: SignCommand,
  area: Component | null,
  attribute: MarkStyle,
  path: string,
  placeBox: PlaceBox,
): Outcome<Box> {
  if (area !== null) {
    const { width, height } = area.attribute;
    return fine({ page: area.pageNum, x: area.positionX, y: area.positionY, width, height });
  }
  const page = file.pages[command.pageNum - 1];
  if (page === undefined) return wrong(`${path}.pageNum`, '页码不存在', 'is no page of this file');
  const { width, height } = attribute;
  const placed = placeBox(page, { x: command.positionX, y: command.positionY, width, height });
  if (placed === null) {
    const isOffSideways = command.positionX < 0 || command.positionX >= page.width;
    const field = isOffSideways ? 'positionX' : 'positionY';
    return wrong(`${path}.${field}`, '位置不在页面内', 'the place is not on the page');
  }
  return fine({ page: command.pageNum, ...wholePixels(placed) });
}

/** Free placements are rounded to whole pixels, so that preview and result agree; rounded down, never off the page. */
function wholePixels<T extends { readonly x: number; readonly y: number }>(placed: T): T {
  return { ...placed, x: Math.floor(placed.x), y: Math.floor(placed.y) };
}

/** Every required area has its seal; without any own area there is at least one seal. */
function checkComplete(
  flow: Pick<Flow, 'components'>,
  signer: Participant,
  marks: readonly PlannedMark[],
): Outcome<readonly PlannedMark[]> {
  const areas = shownComponents(flow.components).filter(
    (component) =>
      component.participantId === signer.participantId && component.componentType === signatureAreaType,
  );
  const missing = areas.find(
    (area) => area.required && !marks.some((mark) => mark.area?.componentId === area.componentId),
  );
  if (missing !== undefined) {
    return wrong(
      'signComponents',
      `缺少必签区“${missing.componentName}”（componentId ${missing.componentId}）`,
      `lacks the required area ${missing.componentName} (componentId ${missing.componentId})`,
    );
  }
  if (!areas.some((area) => area.required) && marks.length === 0) {
    return wrong('signComponents', '至少须有一处签署', 'needs at least one placement');
  }
  if (areas.length === 0 && !marks.some((mark) => mark.kind === 'seal')) {
    return wrong('signComponents', '至少须有一个印章', 'needs at least one seal');
  }
  return fine(marks);
}
