import type { FillCommand as GivenFill } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { InvalidFields } from '../../../operation/invalid-fields.js';
import { invalidField, type Refusal } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { drawnValue } from '../flow/drawing.js';
import { type Component, type Flow, type Participant, signatureAreaType } from '../flow/flow.js';
import { drawingRefusal } from './prepare-files.js';
import { readValue } from './read-value.js';
import type { FillCommand } from './rules/filling.js';

/** A command with the path of its value in the request. */
type NumberedCommand = FillCommand & { readonly path: string };

/**
 * Reads the values of a request. Every element must name a control of the caller's own participant, in its file, and
 * fit its type, its box and the fonts. Everything is checked before anything is stored.
 * @throws Refusal 400 naming every element at fault
 */
export async function readFillCommands(
  ctx: MemberContext,
  flow: Flow,
  own: readonly Participant[],
  given: readonly GivenFill[],
  field: 'components' | 'fillComponents',
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
  for (const refusal of await whatCannotBeDrawn(services, commands)) invalid.add(refusal);
  invalid.throwAny();
  return commands.map(({ component, drawn }) => ({ component, drawn }));
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

async function whatCannotBeDrawn(
  services: Pick<Services, 'documents'>,
  commands: readonly NumberedCommand[],
): Promise<readonly Refusal[]> {
  const texts = commands.flatMap(({ component, drawn, path }) => {
    const shown = drawnValue(component, drawn);
    return shown?.kind === 'text' ? [{ ...shown.value, label: path }] : [];
  });
  if (texts.length === 0) return [];
  const problems = await services.documents.checkValues(texts);
  return problems.map((problem) => drawingRefusal(problem.label, problem));
}
