import type { GivenAttribute } from '@cinnabar/api/schemas/component.js';
import type { Rule } from '@cinnabar/pdf/render/page-layout.js';

/** What a control was recognised by. */
export type FoundBy =
  | 'formField'
  | 'signature'
  | 'date'
  | 'underscores'
  | 'ruledLine'
  | 'cell'
  | 'tickBox'
  | 'label';

/** A rectangle in px on the page as displayed. */
export type Area = Rule;

/** A place where a contract is to be filled in or signed. */
export interface FoundControl {
  readonly by: FoundBy;
  /** 0 to 1: the share of such places that are right. */
  readonly score: number;
  /** From 1. */
  readonly page: number;
  readonly box: Area;
  /** The print that it belongs to, so that nothing else is recognised in it. */
  readonly claimed: Area;
  readonly componentType: number;
  readonly name: string;
  readonly participantFlag: string;
  readonly required: 0 | 1;
  readonly attribute: GivenAttribute;
}

/** The share of the smaller rectangle that the other covers. */
export function overlapOf(one: Area, other: Area): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const along = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return across > 0 && along > 0 && smaller > 0 ? (across * along) / smaller : 0;
}
