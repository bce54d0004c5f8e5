import type { InputOf } from '@cinnabar/api/operation.js';
import type { startSignFlow } from '@cinnabar/api/operations/flows.js';
import type { ComponentId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { invalidField, type Words } from '../../../operation/refusal.js';
import { undrawable } from '../fill/fill-commands.js';
import { readValue } from '../fill/read-value.js';
import { type GivenValue, judgeValues } from '../fill/rules/given-values.js';
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
 * @param finishes whether its filling is meant to end with these values
 * @throws Refusal 400 naming the element
 */
export async function readPrefill(
  ctx: MemberContext,
  contents: Contents,
  ownerCorpId: CorpId,
  { given, finishes }: { readonly given: GivenFills; readonly finishes: boolean },
): Promise<Prefill> {
  const problems: { path: string; words: Words }[] = [];
  const read: GivenValue[] = [];
  for (const [index, element] of given.entries()) {
    const path = `fillComponents[${index}]`;
    const component = findControl(contents, ownerCorpId, element, path);
    const value = await readValue(ctx, ownerCorpId, component, element.componentValue);
    if ('problem' in value) problems.push({ path: `${path}.componentValue`, words: value.problem });
    else read.push({ path: `${path}.componentValue`, component, drawn: value.drawn || null });
  }
  const own = new Set(
    contents.parties.filter(({ corpId }) => corpId === ownerCorpId).map(({ participantId }) => participantId),
  );
  const isSettled = (participantId: ParticipantId) => finishes && own.has(participantId);
  const judged = judgeValues(contents.components, read, isSettled, 'fillComponents');
  problems.push(...judged.problems, ...(await undrawable(ctx.services, judged)));
  const invalid = new Set(problems.map(({ path }) => path));
  const values = new Map(
    judged.given
      .filter(({ path }) => !invalid.has(path))
      .map(({ component, drawn }) => [component.componentId, drawn]),
  );
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
