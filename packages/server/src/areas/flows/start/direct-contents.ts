/** Contents of a flow that is started without a template. */
import { PartyType, SetMode } from '@cinnabar/api/enums.js';
import type { DirectParticipant } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField } from '../../../operation/refusal.js';
import type { StoredFile } from '../../../storage/stored-files.js';
import {
  type DirectGround,
  filesOfBody,
  type PlannedComponent,
  participantsProblem,
} from '../../templates/index.js';
import type { Component, FlowFile } from '../flow/flow.js';
import type { Contents } from './assemble-flow.js';
import type { BoundParty, TemplateParty } from './rules/binding.js';

export interface GivenDirect {
  readonly contractFileList: readonly { readonly fileName: string; readonly fileUrl: string }[];
  readonly participantList: readonly DirectParticipant[];
}

export interface DirectParties {
  readonly parties: readonly TemplateParty[];
  readonly ground: Pick<DirectGround, 'parties'>;
}

/**
 * The parties of a request with defaults applied: signing only, in parallel, filling in the given order.
 * @throws Refusal 400 naming the element
 */
export function directParties(participantList: readonly DirectParticipant[]): DirectParties {
  const whole = participantList.map((given, index) => ({
    ...given,
    participateBizType: [...new Set(given.participateBizType ?? (['2'] as const))].sort(),
    participantSetMode: SetMode.namedAtStart,
    draftSort: given.draftSort ?? index + 1,
    signOrder: given.signOrder ?? 1,
  }));
  const mistake = participantsProblem(whole);
  if (mistake !== null) throw invalidField(mistake.path, mistake.problem);
  if (!whole.some(({ participateBizType }) => participateBizType.includes('2'))) {
    throw invalidField('participantList', { zh: '至少须有一个签署方', en: 'needs somebody who signs' });
  }
  return {
    parties: whole.map((given, index) => ({
      participantId: index + 1,
      participantFlag: given.participantFlag,
      type: given.participantType === PartyType.enterprise ? 'enterprise' : 'person',
      fills: given.participateBizType.includes('1'),
      signs: given.participateBizType.includes('2'),
      setMode: 'request',
      corpName: null,
      psnAccount: null,
      psnName: null,
      draftSort: given.draftSort,
      signOrder: given.signOrder,
    })),
    ground: {
      parties: whole.map(({ participantFlag, participantType, participateBizType, draftSort }) => ({
        participantFlag,
        participantType,
        business: participateBizType,
        draftSort,
      })),
    },
  };
}

/** @throws Refusal 400 naming the file that is not an upload of this enterprise */
export function directFiles(ctx: MemberContext, given: GivenDirect): Promise<readonly StoredFile[]> {
  return filesOfBody(ctx.db, ctx.corpId, given.contractFileList, ctx.now);
}

/** A planned control with the indexes of its party and file. */
interface Placed {
  readonly party: number;
  readonly file: number;
  readonly planned: PlannedComponent;
}

export async function directContents(
  ctx: MemberContext,
  bound: readonly BoundParty[],
  given: GivenDirect,
  stored: readonly StoredFile[],
  planned: readonly Placed[],
): Promise<Contents> {
  const { ids } = ctx.services;
  const parties: Contents['parties'][number][] = [];
  for (const party of bound) parties.push({ ...party, participantId: await ids.next<'Participant'>() });
  const files: FlowFile[] = [];
  for (const [index, file] of stored.entries()) {
    const fileId = await ids.next<'File'>();
    files.push({
      fileId,
      fileCode: `FILE${String(fileId).padStart(12, '0')}`,
      fileName: given.contractFileList[index]?.fileName ?? file.fileName,
      fileKey: file.fileKey,
      baseHash: file.hash,
      currentHash: file.hash,
      pages: file.pages ?? [],
    });
  }
  return { parties, files, components: await directComponents(ctx, { parties, files }, planned) };
}

export async function directComponents(
  ctx: MemberContext,
  on: {
    readonly parties: readonly Pick<Component, 'participantId'>[];
    readonly files: readonly Pick<FlowFile, 'fileId'>[];
  },
  planned: readonly Placed[],
): Promise<readonly Component[]> {
  const components: Component[] = [];
  for (const { party, file, planned: control } of planned) {
    const participantId = on.parties[party]?.participantId;
    const fileId = on.files[file]?.fileId;
    if (participantId === undefined || fileId === undefined)
      throw new Error('a control refers to a missing element');
    components.push({
      componentId: await ctx.services.ids.next<'Component'>(),
      participantId,
      fileId,
      templateComponentId: null,
      componentKey: control.componentKey,
      componentName: control.componentName,
      componentType: control.componentType,
      value: control.value,
      required: control.required === 1,
      pageNum: control.pageNum,
      positionX: control.x,
      positionY: control.y,
      attribute: control.attribute,
      placed: null,
    });
  }
  return components;
}
