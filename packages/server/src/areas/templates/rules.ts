import { SetMode, TemplateStatus } from '@cinnabar/api/enums.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { BusinessType, GivenParticipant } from '@cinnabar/api/schemas/template.js';
import type { Words } from '../../operation/refusal.js';
import type { TemplateDetail } from './template-detail.js';

/** The invalid element of a body, and the reason. */
export interface ElementProblem {
  /** Such as `participantList[1].draftSort`. */
  readonly path: string;
  readonly problem: Words;
}

/** All invalid elements of a body, in its order. */
export type ElementProblems = readonly [ElementProblem, ...ElementProblem[]];

const REQUIRED: Words = { zh: '必填', en: 'is required' };

/** The first error in a template's participants as a whole; null if there is none. */
export function participantsProblem(participants: readonly GivenParticipant[]): ElementProblem | null {
  const flags = new Set<string>();
  const sorts = new Set<number>();
  for (const [index, participant] of participants.entries()) {
    const at = `participantList[${index}]`;
    if (flags.has(participant.participantFlag)) {
      return {
        path: `${at}.participantFlag`,
        problem: { zh: '与另一签署方重复', en: 'is the flag of another participant' },
      };
    }
    if (sorts.has(participant.draftSort)) {
      return {
        path: `${at}.draftSort`,
        problem: { zh: '与另一签署方重复', en: 'is the draftSort of another participant' },
      };
    }
    if (participant.participantSetMode === SetMode.fixed) {
      if ((participant.psnAccount ?? null) === null) return { path: `${at}.psnAccount`, problem: REQUIRED };
      if ((participant.psnName ?? null) === null) return { path: `${at}.psnName`, problem: REQUIRED };
    }
    flags.add(participant.participantFlag);
    sorts.add(participant.draftSort);
  }
  return null;
}

/** Each role once, filling before signing. */
export function businessTypesOf(given: readonly BusinessType[]): BusinessType[] {
  return [...new Set(given)].sort();
}

export function fills(participant: { readonly business_types: readonly BusinessType[] }): boolean {
  return participant.business_types.includes('1');
}

export function signs(participant: { readonly business_types: readonly BusinessType[] }): boolean {
  return participant.business_types.includes('2');
}

/** A participant who does not sign has no signature area, and one who does not fill has no controls to fill. */
export function mayHave(
  participant: { readonly business_types: readonly BusinessType[] },
  componentType: number,
): boolean {
  return componentType === componentTypes.signatureArea ? signs(participant) : fills(participant);
}

/**
 * Time of a change: later than the previous one, even within one millisecond or after a clock was set back. Callers use
 * it as a version when they overwrite, so two states of a template must not have the same time.
 */
export function timeOfChange(last: Date | null, now: Date): Date {
  return last === null || last < now ? now : new Date(last.getTime() + 1);
}

/** Whether flows can be started from it: enabled, with a file and a signer. */
export function isUsable(detail: Pick<TemplateDetail, 'template' | 'files' | 'participants'>): boolean {
  return (
    detail.template.template_status === TemplateStatus.enabled &&
    detail.files.length > 0 &&
    detail.participants.some(signs)
  );
}

/** Code points; see the interface. */
const LONGEST_NAME = 100;
/** Number of characters of the original's name that a copy keeps, regardless of the length of the number after it. */
export const COPY_BEGINS_WITH = 80;

/** Default name of a copy: the original's name with 副本, and a number if that name is taken. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' 副本' : ` 副本 ${number}`;
    const candidate = [...name].slice(0, LONGEST_NAME - suffix.length).join('') + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Unique because ids are, and of constant width so that lists align. */
export function templateCode(templateId: number): string {
  return `TPL${String(templateId).padStart(12, '0')}`;
}
