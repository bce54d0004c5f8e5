import type { InputOf } from '@cinnabar/api/operation.js';
import type { startSignFlow } from '@cinnabar/api/operations/flows.js';
import type { ComponentId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { invalidField, type Words } from '../../../operation/refusal.js';
import { drawingProblem } from '../../templates/index.js';
import { readValue } from '../fill/read-value.js';
import { drawnValue } from '../flow/drawing.js';
import { type Component, signatureAreaType } from '../flow/flow.js';
import type { Contents } from './assemble-flow.js';

export type GivenFills = NonNullable<InputOf<typeof startSignFlow>['fillComponents']>;

export interface Prefill {
  /** Valid values, as drawn. */
  readonly values: ReadonlyMap<ComponentId, string | null>;
  /** Invalid values, in the given order. */
  readonly problems: readonly { readonly path: string; readonly words: Words }[];
}

/**
 * The values that the initiating enterprise gives at the start. Controls of other participants are refused at once; the
 * effect of an invalid value depends on `autoFill`.
 * @throws Refusal 400 naming the element
 */
export async function readPrefill(
  ctx: MemberContext,
  contents: Contents,
  ownerCorpId: CorpId,
  given: GivenFills,
): Promise<Prefill> {
  const values = new Map<ComponentId, string | null>();
  const problems: { path: string; words: Words }[] = [];
  const toDraw: { readonly path: string; readonly component: Component; readonly drawn: string }[] = [];
  for (const [index, element] of given.entries()) {
    const path = `fillComponents[${index}]`;
    const component = findControl(contents, ownerCorpId, element, path);
    const read = await readValue(ctx, ownerCorpId, component, element.componentValue);
    if ('problem' in read) problems.push({ path: `${path}.componentValue`, words: read.problem });
    else if (read.drawn === '') values.set(component.componentId, null);
    else toDraw.push({ path: `${path}.componentValue`, component, drawn: read.drawn });
  }
  const texts = toDraw.flatMap(({ path, component, drawn }) => {
    const shown = drawnValue(component, drawn);
    return shown?.kind === 'text' ? [{ ...shown.value, label: path }] : [];
  });
  const undrawable = texts.length === 0 ? [] : await ctx.services.documents.checkValues(texts);
  for (const { path, component, drawn } of toDraw) {
    const problem = undrawable.find(({ label }) => label === path);
    if (problem === undefined) values.set(component.componentId, drawn);
    else problems.push({ path, words: drawingProblem(problem) });
  }
  return { values, problems };
}

function findControl(
  contents: Contents,
  ownerCorpId: number,
  element: GivenFills[number],
  path: string,
): Component {
  const { componentId, componentKey } = element;
  if (componentId === undefined && componentKey === undefined) {
    throw invalidField(path, {
      zh: '须给出 componentId 或 componentKey',
      en: 'needs componentId or componentKey',
    });
  }
  const named = componentId === undefined ? 'componentKey' : 'componentId';
  const component = contents.components.find((candidate) =>
    componentId === undefined
      ? candidate.componentKey === componentKey
      : candidate.templateComponentId === componentId,
  );
  if (component === undefined || component.componentType === signatureAreaType) {
    throw invalidField(`${path}.${named}`, {
      zh: '模板中没有该填写控件',
      en: 'is no control to fill of the template',
    });
  }
  if (componentKey !== undefined && component.componentKey !== componentKey) {
    throw invalidField(`${path}.componentKey`, {
      zh: '与 componentId 不是同一个控件',
      en: 'is not the key of the control that componentId names',
    });
  }
  const owner = contents.parties.find(({ participantId }) => participantId === component.participantId);
  if (owner?.corpId !== ownerCorpId) {
    throw invalidField(`${path}.${named}`, {
      zh: '不是发起企业的控件',
      en: 'is not a control of the initiating enterprise',
    });
  }
  return component;
}
