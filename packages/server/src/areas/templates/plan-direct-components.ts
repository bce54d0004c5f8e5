/** Controls that are given in a request for a flow and not in a template. */

import type { PartyType } from '@cinnabar/api/enums.js';
import { id } from '@cinnabar/api/schema.js';
import type { DirectComponent, GivenComponent } from '@cinnabar/api/schemas/component.js';
import type { BusinessType } from '@cinnabar/api/schemas/template.js';
import type { StoredPage } from '../../database/tables/storage.js';
import type { MemberContext } from '../../operation/context.js';
import { InvalidFields } from '../../operation/invalid-fields.js';
import { invalidField, Refusal, refuseAll } from '../../operation/refusal.js';
import { findKeywords } from './find-keywords.js';
import { keptValue } from './kept-value.js';
import { type Ground, type PlannedComponent, planComponents } from './plan-components.js';
import type { ElementProblem, ElementProblems } from './rules.js';
import { undrawableValues } from './undrawable-values.js';

/** Targets of the controls: the parties by flag, and the files in order. */
export interface DirectGround {
  readonly parties: readonly {
    readonly participantFlag: string;
    readonly participantType: PartyType;
    readonly business: readonly BusinessType[];
    readonly draftSort: number;
  }[];
  readonly files: readonly {
    readonly stored: { readonly corpId: MemberContext['corpId']; readonly hash: string };
    readonly pages: readonly StoredPage[];
  }[];
  /** Existing controls, by the indexes of their party and file. */
  readonly components: readonly {
    readonly party: number;
    readonly file: number;
    readonly row: Omit<Ground['components'][number], 'participant_id' | 'file_id'>;
  }[];
}

/** A planned control with the indexes of its party and file. */
export interface DirectlyPlanned {
  readonly party: number;
  readonly file: number;
  readonly planned: PlannedComponent;
}

/**
 * Applies the rules for templates, with list indexes as ids.
 * @throws Refusal 400 naming every invalid element
 */
export async function planDirectComponents(
  ctx: MemberContext,
  ground: DirectGround,
  given: readonly DirectComponent[],
): Promise<readonly DirectlyPlanned[]> {
  const rows = groundOf(ground);
  const components = await allGiven(ctx, ground, given);
  const found = await findKeywords(ctx.services, rows.files, components);
  const plan = planComponents(rows, components, ctx.services.config.timeZone, found);
  if ('refused' in plan) throw refusalOf(plan.refused);
  const [first, ...more] = await undrawableValues(ctx.services, plan.components);
  if (first !== undefined) throw refusalOf([first, ...more]);
  return plan.components.map((planned) => ({
    party: planned.participantId - 1,
    file: planned.fileId - 1,
    planned,
  }));
}

const participantIds = id<'TemplateParticipant'>();
const fileIds = id<'TemplateFile'>();
const nowhere = { zone: 'UTC' } as const;
const participantIdAt = (place: number) => participantIds.read(place + 1, '', nowhere);
const fileIdAt = (place: number) => fileIds.read(place + 1, '', nowhere);

function groundOf({ parties, files, components }: DirectGround) {
  return {
    participants: parties.map(({ participantType, business, draftSort }, place) => ({
      participant_id: participantIdAt(place),
      participant_type: participantType,
      business_types: [...business],
      draft_sort: draftSort,
    })),
    files: files.map(({ stored, pages }, place) => ({ row: { file_id: fileIdAt(place) }, stored, pages })),
    components: components.map(({ party, file, row }) => ({
      ...row,
      participant_id: participantIdAt(party),
      file_id: fileIdAt(file),
    })),
  };
}

/** The invalid ones are refused in the order of the list, whichever is found first. */
async function allGiven(
  ctx: MemberContext,
  ground: DirectGround,
  given: readonly DirectComponent[],
): Promise<readonly GivenComponent[]> {
  const read = await Promise.allSettled(given.map((element, index) => asGiven(ctx, ground, element, index)));
  const invalid = new InvalidFields();
  const components: GivenComponent[] = [];
  for (const each of read) {
    if (each.status === 'fulfilled') components.push(each.value);
    else if (each.reason instanceof Refusal) invalid.add(each.reason);
    else throw each.reason;
  }
  invalid.throwAny();
  return components;
}

async function asGiven(
  ctx: MemberContext,
  { parties, files }: DirectGround,
  element: DirectComponent,
  index: number,
): Promise<GivenComponent> {
  const { participantFlag, fileIndex, ...rest } = element;
  const party = parties.findIndex((each) => each.participantFlag === participantFlag);
  if (party === -1) {
    throw invalidField(`components[${index}].participantFlag`, {
      zh: '没有该参与方',
      en: 'is no participant of this flow',
    });
  }
  if (fileIndex >= files.length) {
    throw invalidField(`components[${index}].fileIndex`, {
      zh: `文件共 ${files.length} 个，从 0 计`,
      en: `must lie below ${files.length}, the number of files`,
    });
  }
  const value = await keptValue(ctx, element, null);
  if ('problem' in value) throw invalidField(`components[${index}].value`, value.problem);
  return {
    ...rest,
    ...value,
    participantId: participantIdAt(party),
    contractFileId: fileIdAt(fileIndex),
  };
}

/** Party and file of a control are named by other fields here than in a template. */
function refusalOf([first, ...more]: ElementProblems): Refusal {
  const named = ({ path, problem }: ElementProblem) =>
    invalidField(
      path.replace(/\.participantId$/, '.participantFlag').replace(/\.contractFileId$/, '.fileIndex'),
      problem,
    );
  return refuseAll([named(first), ...more.map(named)]);
}
