import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { previewTemplate as operation } from '@cinnabar/api/operations/template-drafts.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { MemberContext } from '../../../operation/context.js';
import { linkAddress } from '../../../operation/link-address.js';
import { invalidField, refuse, type Words } from '../../../operation/refusal.js';
import { ownCorp } from '../../enterprise/index.js';
import {
  drawingProblem,
  keptValue,
  type PlannedComponent,
  pagePictures,
  planPublication,
  readComponentValue,
  templateForStart,
  undrawableValues,
} from '../../templates/index.js';
import { prepareFiles } from '../fill/prepare-files.js';
import { finalComponents, standingsOf } from '../flow/rules/component-rules.js';
import { markAreas } from './mark-areas.js';
import { placeOfComponent, previewContents } from './preview-contents.js';
import { sampleValue } from './sample-value.js';

type Input = InputOf<typeof operation>;

/** Why the value of a control is not drawn, by the place of the control. */
type Problems = Map<number, Words>;

export async function previewTemplate(ctx: MemberContext, input: Input): Promise<OutputOf<typeof operation>> {
  const { corpId, db, services } = ctx;
  const { templateId } = input;
  const before = templateId === undefined ? null : await templateForStart(db, corpId, { templateId });
  if (templateId !== undefined && before === null) throw refuse('TEMPLATE_NOT_FOUND');
  const publication = await planPublication(ctx, before, input);
  const problems: Problems = new Map();
  const { planned, values } = await withValues(ctx, input, publication.components, problems);
  const { corpName } = await ownCorp(ctx);
  const viewer = { corpName, userId: ctx.actingMember.userId };
  const given = previewContents(corpId, publication, planned, viewer);
  for (const [place, { computation }] of standingsOf(given.components).entries()) {
    const component = given.components[place];
    const problem = computation?.problem ?? null;
    if (component !== undefined && problem !== null) {
      problems.set(placeOfComponent(component.componentId), problem);
    }
  }
  const contents = { ...given, components: finalComponents(given.components) };
  const prepared = await prepareFiles(services, db, contents);
  const fileList = [];
  for (const [fileIndex, file] of prepared.entries()) {
    const { bytes, unpainted } = await markAreas(ctx, contents, file);
    for (const { component, refused } of unpainted) {
      problems.set(placeOfComponent(component.componentId), drawingProblem(refused));
    }
    const { hash } = await services.blobs.put(corpId, bytes);
    const { fileName, pages } = file;
    const link = { kind: 'file', corpId, hash, fileName, mediaType: 'application/pdf' } as const;
    const httpUrl = linkAddress(services, { ...link, disposition: 'inline' }, ctx.now);
    const pictures = pagePictures(services, { corpId, hash, pageCount: pages.length }, ctx.now);
    const shown = pages.map(({ width, height }, index) => ({ width, height, jpgUrl: pictures[index] ?? '' }));
    fileList.push({ fileIndex, fileName, httpUrl, pages: shown });
  }
  const found = [...problems].map(([index, words]) => ({ index, msg: words[ctx.language] }));
  return { fileList, problems: found.toSorted((one, other) => one.index - other.index), values };
}

interface Valued {
  /** The controls with the values that are drawn. */
  readonly planned: readonly PlannedComponent[];
  /** Drawn or not. */
  readonly values: OutputOf<typeof operation>['values'];
}

async function withValues(
  ctx: MemberContext,
  { sample = 'typical', values = [] }: Input,
  given: readonly PlannedComponent[],
  problems: Problems,
): Promise<Valued> {
  const own = new Map(values.map(({ index, value }) => [index, value]));
  for (const index of own.keys()) {
    if (index < given.length) continue;
    throw invalidField(`values[${values.findIndex((each) => each.index === index)}].index`, {
      zh: `控件共 ${given.length} 个，从 0 计`,
      en: `must lie below ${given.length}, the number of controls`,
    });
  }
  const valued: PlannedComponent[] = [];
  const shown: { index: number; value: string }[] = [];
  for (const [index, component] of given.entries()) {
    // What a formula computes is computed from the others.
    const isComputed = component.attribute.formula !== undefined;
    const value = isComputed ? '' : (own.get(index) ?? sampleValue(component, sample, ctx.now));
    const read = await drawn(ctx, component, value);
    if ('problem' in read) problems.set(index, read.problem);
    const said = 'problem' in read ? value : read.drawn;
    if (said !== '') shown.push({ index, value: said });
    valued.push({ ...component, value: 'problem' in read || read.drawn === '' ? null : read.drawn });
  }
  const undrawable = new Map(
    (await undrawableValues(ctx.services, valued)).map(({ path, problem }) => [path, problem]),
  );
  const planned = valued.map((component, index) => {
    const problem = undrawable.get(`components[${index}].value`);
    if (problem === undefined) return component;
    problems.set(index, problem);
    return { ...component, value: null };
  });
  return { planned, values: shown };
}

async function drawn(ctx: MemberContext, component: PlannedComponent, value: string) {
  // A picture of the template has been stored already.
  if (component.componentType === componentTypes.image && value === (component.value ?? '')) {
    return { drawn: value };
  }
  const kept = await keptValue(ctx, { ...component, value }, null);
  if ('problem' in kept) return kept;
  return readComponentValue(component, kept.value ?? '', ctx.services.config.timeZone);
}
