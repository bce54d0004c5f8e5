import type { FillCommand as GivenFill } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { drawnValue } from '../flow/drawing.js';
import { type Component, type Flow, type Participant, signatureAreaType } from '../flow/flow.js';
import { drawingRefusal } from './prepare-files.js';
import { readValue } from './read-value.js';
import type { FillCommand } from './rules/filling.js';

/**
 * Reads the values of a request. Every element must name a control of the caller's own participant, in its file, and
 * fit its type, its box and the fonts. Everything is checked before anything is stored.
 * @throws Refusal 400 naming the element
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
  const commands: FillCommand[] = [];
  for (const [index, element] of given.entries()) {
    const path = `${field}[${index}]`;
    const component = findOwnControl(flow, own, element, path);
    if (seen.has(component.componentId)) {
      throw invalidField(`${path}.componentId`, { zh: '控件重复', en: 'names a control twice' });
    }
    seen.add(component.componentId);
    const read = await readValue(ctx, flow.corpId, component, element.value);
    if ('problem' in read) throw invalidField(`${path}.value`, read.problem);
    commands.push({ component, drawn: read.drawn === '' ? null : read.drawn });
  }
  await refuseWhatCannotBeDrawn(services, commands, (index) => `${field}[${index}].value`);
  return commands;
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

async function refuseWhatCannotBeDrawn(
  services: Pick<Services, 'documents'>,
  commands: readonly FillCommand[],
  pathOf: (index: number) => string,
): Promise<void> {
  const texts = commands.flatMap(({ component, drawn }, index) => {
    const shown = drawnValue(component, drawn);
    return shown?.kind === 'text' ? [{ ...shown.value, label: pathOf(index) }] : [];
  });
  if (texts.length === 0) return;
  const [problem] = await services.documents.checkValues(texts);
  if (problem !== undefined) throw drawingRefusal(problem.label, problem);
}
