import type { ModifiedComponent } from '@cinnabar/api/schemas/component.js';
import type { ModifiedTemplate } from '@cinnabar/api/schemas/template.js';
import type { PublishedComponent } from '@cinnabar/api/schemas/template-draft.js';
import type { MemberContext } from '../../operation/context.js';
import { InvalidFields } from '../../operation/invalid-fields.js';
import { invalidField } from '../../operation/refusal.js';
import { unknownElement } from './change-template.js';
import { findKeywords } from './find-keywords.js';
import { keptValue } from './kept-value.js';
import { knownParties } from './known-parties.js';
import { elementRows, type TemplateIds, takeTemplateIds } from './new-template.js';
import { ownOrFresh } from './own-or-fresh.js';
import { type PlannedComponent, planComponents } from './plan-components.js';
import { unknownComponents } from './prepare-components.js';
import { type ElementProblem, participantsProblem } from './rules.js';
import type { ElementRows } from './store-elements.js';
import type { TemplateDetail } from './template-detail.js';
import { checkFilesOfBody } from './template-files.js';

export interface PublishedBody extends Omit<ModifiedTemplate, 'templateId' | 'updateTime'> {
  readonly components: readonly PublishedComponent[];
}

/** A template as its publication would make it. */
export interface Publication {
  readonly ids: TemplateIds;
  readonly elements: ElementRows;
  /** In the order of the body. */
  readonly components: readonly PlannedComponent[];
  /** One entry for each file of the body. */
  readonly files: readonly PublishedFile[];
}

export type PublishedFile = Pick<TemplateDetail['files'][number], 'stored' | 'pages'>;

const nothing = { participants: [], files: [], copiers: [], attachments: [], components: [] };

/**
 * Checks everything except the default values' room on paper, before any lock.
 * @param before null for a new template
 * @throws Refusal 400 naming the invalid elements; of the controls all of them
 */
export async function planPublication(
  ctx: MemberContext,
  before: TemplateDetail | null,
  given: PublishedBody,
): Promise<Publication> {
  const { corpId } = ctx;
  const known = before ?? nothing;
  const mistake = participantsProblem(given.participantList) ?? unknownElement(known, given);
  if (mistake !== null) throw invalidField(mistake.path, mistake.problem);
  const { contractFileList, attachmentList = [] } = given;
  const stored = await checkFilesOfBody(ctx.db, corpId, { contractFileList, attachmentList }, ctx.now);
  const [parties, fresh] = await Promise.all([
    knownParties(ctx.db, given.participantList),
    takeTemplateIds(ctx.services.ids, given),
  ]);
  const ids = idsOf(before, given, fresh);
  const elements = elementRows(given, { corpId, ids, parties });
  const files = contractFileList.flatMap(({ fileUrl }) => {
    const file = stored.get(fileUrl);
    return file === undefined ? [] : [{ stored: file, pages: file.pages ?? [] }];
  });

  const invalid = new InvalidFields();
  const refuse = ({ path, problem }: ElementProblem) => invalid.add(invalidField(path, problem));
  for (const problem of unknownComponents(known.components, given.components)) refuse(problem);
  const bound = await boundComponents(ctx, known, elements, given.components, refuse);
  const ground = {
    participants: elements.participants,
    files: files.map((file, index) => ({ ...file, row: fileRow(elements, index) })),
    components: [],
  };
  const components = bound.map(({ component }) => component);
  const found = await findKeywords(ctx.services, ground.files, components);
  const plan = planComponents(ground, components, ctx.services.config.timeZone, found);
  if ('refused' in plan) for (const problem of plan.refused) refuse(inBody(problem, bound));
  invalid.throwAny();
  return { ids, elements, components: 'refused' in plan ? [] : plan.components, files };
}

function idsOf(before: TemplateDetail | null, given: PublishedBody, fresh: TemplateIds): TemplateIds {
  return {
    template: before?.template.template_id ?? fresh.template,
    participants: ownOrFresh(given.participantList, (each) => each.participantId, fresh.participants),
    files: ownOrFresh(given.contractFileList, (each) => each.fileId, fresh.files),
    copiers: ownOrFresh(given.copierList ?? [], (each) => each.copierId, fresh.copiers),
    attachments: ownOrFresh(given.attachmentList ?? [], (each) => each.attachmentId, fresh.attachments),
  };
}

function fileRow({ files }: ElementRows, index: number) {
  const row = files[index];
  if (row === undefined) throw new Error('fewer rows than files');
  return row;
}

/** A control with its party and file by their ids, and its place in the body. */
interface BoundComponent {
  readonly place: number;
  readonly component: ModifiedComponent;
}

async function boundComponents(
  ctx: MemberContext,
  known: Pick<TemplateDetail, 'components'>,
  { participants, files }: ElementRows,
  given: PublishedBody['components'],
  refuse: (problem: ElementProblem) => void,
): Promise<readonly BoundComponent[]> {
  const byFlag = new Map(participants.map((row) => [row.participant_flag, row.participant_id]));
  const values = new Map<number, string | null>(known.components.map((row) => [row.component_id, row.value]));
  const bound: BoundComponent[] = [];
  for (const [place, { participantFlag, fileIndex, ...rest }] of given.entries()) {
    const at = `components[${place}]`;
    const participantId = byFlag.get(participantFlag);
    const file = files[fileIndex];
    if (participantId === undefined) {
      const problem = { zh: '没有该参与方', en: 'is no participant of this template' };
      refuse({ path: `${at}.participantFlag`, problem });
    }
    if (file === undefined) {
      const problem = {
        zh: `文件共 ${files.length} 个，从 0 计`,
        en: `must lie below ${files.length}, the number of files`,
      };
      refuse({ path: `${at}.fileIndex`, problem });
    }
    if (participantId === undefined || file === undefined) continue;
    const value = await keptValue(ctx, rest, values.get(rest.componentId ?? 0) ?? null);
    if ('problem' in value) refuse({ path: `${at}.value`, problem: value.problem });
    else bound.push({ place, component: { ...rest, ...value, participantId, contractFileId: file.file_id } });
  }
  return bound;
}

/** The problem of a planned control with the names that its body uses. */
function inBody({ path, problem }: ElementProblem, bound: readonly BoundComponent[]): ElementProblem {
  const named = path
    .replace(/\.participantId$/, '.participantFlag')
    .replace(/\.contractFileId$/, '.fileIndex')
    .replace(/^components\[(\d+)\]/, (_, index: string) => `components[${bound[Number(index)]?.place}]`);
  return { path: named, problem };
}
