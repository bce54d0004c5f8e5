import type { FillCommand as GivenFill } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { InvalidFields } from '../../../operation/invalid-fields.js';
import { invalidField, type Words } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { drawingProblem } from '../../templates/index.js';
import { drawnValue } from '../flow/drawing.js';
import { type Component, type Flow, type Participant, signatureAreaType } from '../flow/flow.js';
import { readValue } from './read-value.js';
import type { FillCommand } from './rules/filling.js';
import { aboutControl, type JudgedValues, judgeValues } from './rules/given-values.js';

/** A command with the path of its value in the request. */
type NumberedCommand = FillCommand & { readonly path: string };

export interface GivenFills {
  readonly given: readonly GivenFill[];
  /** Name of the list in the request. */
  readonly field: 'components' | 'fillComponents';
  /** Whether the participants' filling is meant to end with these values. */
  readonly finish: boolean;
}

/**
 * Reads the values of a request. Every element must name a control of the caller's own participant, in its file, and
 * fit its type, its condition or formula, its box and the fonts. Everything is checked before anything is stored.
 * @throws Refusal 400 naming every element at fault
 */
export async function readFillCommands(
  ctx: MemberContext,
  flow: Flow,
  own: readonly Participant[],
  { given, field, finish }: GivenFills,
): Promise<readonly FillCommand[]> {
  const { services } = ctx;
  const seen = new Set<number>();
  const invalid = new InvalidFields();
  const commands: NumberedCommand[] = [];
  for (const [index, element] of given.entries()) {
    const path = `${field}[${index}]`;
    const command = await invalid.gather(async (): Promise<FillCommand> => {
      const component = findOwnControl(flow, own, element, path);
      if (seen.has(component.componentId)) {
        throw invalidField(`${path}.componentId`, { zh: '控件重复', en: 'names a control twice' });
      }
      seen.add(component.componentId);
      const read = await readValue(ctx, flow.corpId, component, element.value);
      if ('problem' in read) throw invalidField(`${path}.value`, read.problem);
      return { component, drawn: read.drawn === '' ? null : read.drawn };
    });
    if (command !== undefined) commands.push({ ...command, path: `${path}.value` });
  }
  const settled = new Set(finish ? commands.map(({ component }) => component.participantId) : []);
  for (const { filled, participantId } of flow.participants) if (filled) settled.add(participantId);
  const judged = judgeValues(flow.components, commands, (participantId) => settled.has(participantId), field);
  for (const { path, words } of judged.problems) invalid.add(invalidField(path, words));
  for (const { path, words } of await undrawable(services, judged)) invalid.add(invalidField(path, words));
  invalid.throwAny();
  return judged.given.map(({ component, drawn }) => ({ component, drawn }));
}

function findOwnControl(
  flow: Flow,
  own: readonly Participant[],
  element: GivenFill,
  path: string,
): Component {
  const component = flow.components.find((candidate) => candidate.componentId === element.componentId);
  if (component === undefined || component.componentType === signatureAreaType) {
    throw invalidField(`${path}.componentId`, {
      zh: '合同中没有该填写控件',
      en: 'is no control to fill of this flow',
    });
  }
  if (component.participantId !== element.participantId) {
    throw invalidField(`${path}.participantId`, {
      zh: '控件不属于该参与方',
      en: 'is not whose control this is',
    });
  }
  if (component.fileId !== element.contractFileId) {
    throw invalidField(`${path}.contractFileId`, {
      zh: '控件不在该文件中',
      en: 'is not the file of this control',
    });
  }
  if (!own.some((participant) => participant.participantId === component.participantId)) {
    throw invalidField(`${path}.participantId`, { zh: '不是您的控件', en: 'is not your participant' });
  }
  return component;
}

/** The values that cannot be drawn; a computed one is reported at a value that it comes from. */
export async function undrawable(
  services: Pick<Services, 'documents'>,
  { given, computed }: Pick<JudgedValues, 'given' | 'computed'>,
): Promise<readonly { readonly path: string; readonly words: Words }[]> {
  const values = [...given, ...computed].map((value, index) => ({ value, label: String(index) }));
  const texts = values.flatMap(({ value, label }) => {
    const shown = drawnValue(value.component, value.drawn);
    return shown?.kind === 'text' ? [{ ...shown.value, label }] : [];
  });
  if (texts.length === 0) return [];
  const problems = await services.documents.checkValues(texts);
  return problems.flatMap((problem) => {
    const value = values[Number(problem.label)]?.value;
    if (value === undefined) return [];
    const words = drawingProblem(problem);
    const { path, component } = value;
    return [{ path, words: computed.includes(value) ? aboutControl(component, words) : words }];
  });
}
