/** A template as the contents of a contract that nobody has signed. */
import { PartyType, SetMode, SignStatus } from '@cinnabar/api/enums.js';
import { id } from '@cinnabar/api/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { fills, type PlannedComponent, type Publication, signs } from '../../templates/index.js';
import type { Contents } from '../fill/prepare-files.js';
import type { Component, FlowFile, Participant } from '../flow/flow.js';
import { finalComponents } from '../flow/rules/component-rules.js';

const fileIds = id<'File'>();
const participantIds = id<'Participant'>();
const componentIds = id<'Component'>();
const nowhere = { zone: 'UTC' } as const;

/** Ids are places in the lists, from 1. */
const idAt = <T>(ids: { read(value: unknown, path: string, reading: typeof nowhere): T }, place: number): T =>
  ids.read(place + 1, '', nowhere);

/** The control at an id of these contents. */
export const placeOfComponent = (componentId: number): number => componentId - 1;

const SAMPLE_PERSON = '张三';

/** The enterprise of the template, and the member who looks at it. */
export interface Viewer {
  readonly corpName: string;
  readonly userId: UserId;
}

/**
 * @param planned the controls with the values that are drawn
 */
export function previewContents(
  corpId: CorpId,
  { elements, files }: Pick<Publication, 'elements' | 'files'>,
  planned: readonly PlannedComponent[],
  viewer: Viewer,
): Contents {
  const participants = elements.participants.map(
    (row, place): Participant => ({
      participantId: idAt(participantIds, place),
      participantFlag: row.participant_flag,
      type: row.participant_type === PartyType.enterprise ? 'enterprise' : 'person',
      fills: fills(row),
      signs: signs(row),
      ...enterpriseOf(row, corpId, viewer),
      psnId: row.psn_id ?? viewer.userId,
      psnName: row.psn_name ?? SAMPLE_PERSON,
      psnAccount: row.psn_account ?? '',
      draftSort: row.draft_sort,
      signOrder: row.sign_order,
      signStatus: SignStatus.signing,
      filled: true,
      draftTime: null,
      signTime: null,
      payee: null,
    }),
  );
  const flowFiles = files.map(
    ({ stored, pages }, place): FlowFile => ({
      fileId: idAt(fileIds, place),
      fileCode: String(place + 1),
      fileName: elements.files[place]?.file_name ?? stored.fileName,
      fileKey: stored.fileKey,
      baseHash: stored.hash,
      currentHash: stored.hash,
      pages: [...pages],
    }),
  );
  const partyAt = new Map(elements.participants.map((row, place) => [row.participant_id, place]));
  const fileAt = new Map(elements.files.map((row, place) => [row.file_id, place]));
  const components = planned.map(
    (component, place): Component => ({
      componentId: idAt(componentIds, place),
      participantId: idAt(participantIds, partyAt.get(component.participantId) ?? 0),
      fileId: idAt(fileIds, fileAt.get(component.fileId) ?? 0),
      templateComponentId: null,
      componentKey: component.componentKey,
      componentName: component.componentName,
      componentType: component.componentType,
      value: component.value,
      required: component.required === 1,
      pageNum: component.pageNum,
      positionX: component.x,
      positionY: component.y,
      attribute: component.attribute,
      placed: null,
    }),
  );
  return { corpId, participants, files: flowFiles, components: finalComponents(components) };
}

/** Whoever starts the contract belongs to the template's enterprise; others that are not named yet go by their flag. */
function enterpriseOf(
  row: Publication['elements']['participants'][number],
  corpId: CorpId,
  { corpName }: Viewer,
): Pick<Participant, 'corpId' | 'corpName'> {
  if (row.participant_type === PartyType.person) return { corpId: null, corpName: '' };
  if (row.set_mode === SetMode.initiator) return { corpId, corpName };
  return {
    corpId: row.participant_corp_id ?? null,
    corpName: row.participant_corp_name ?? row.participant_flag,
  };
}
