/** Pure: positions and stored rows of a request's controls, or all invalid ones. */
import {
  componentTypes,
  type GivenComponent,
  type KeptAttribute,
  keywordOf,
  maxComponents,
} from '@cinnabar/api/schemas/component.js';
import type { TemplateFileId, TemplateParticipantId } from '@cinnabar/api/schemas/template.js';
import type { Words } from '../../operation/refusal.js';
import { keepAttribute } from './component-attribute.js';
import { readComponentValue } from './component-value.js';
import { placeBox } from './place-box.js';
import { plannedRuleProblems, type RuledRow } from './rule-problems.js';
import { type ElementProblem, type ElementProblems, mayHave } from './rules.js';
import type { ComponentRow, ParticipantRow } from './store.js';
import type { TemplateDetail } from './template-detail.js';

/** Limit of areas of one participant in one file: more would make signing take seconds. */
export const MAX_AREAS = 50;

export interface PlannedComponent {
  readonly participantId: TemplateParticipantId;
  readonly fileId: TemplateFileId;
  readonly componentKey: string | null;
  readonly componentName: string;
  readonly componentType: number;
  /** The value as drawn. */
  readonly value: string | null;
  readonly required: 0 | 1;
  readonly pageNum: number;
  /** px */
  readonly x: number;
  readonly y: number;
  /** The text by which it was placed; null: by its position. */
  readonly anchor: Anchor | null;
  readonly attribute: KeptAttribute;
}

/** A text of the file, and the distance from it in px. */
export interface Anchor {
  readonly keyword: string;
  /** Which occurrence, from 1. */
  readonly index: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

/** The parts of a template that a plan reads. `components` are those that stay beside the planned ones. */
export interface Ground {
  readonly participants: readonly Pick<
    ParticipantRow,
    'participant_id' | 'participant_type' | 'business_types' | 'draft_sort'
  >[];
  readonly files: readonly {
    readonly row: { readonly file_id: TemplateFileId };
    readonly pages: TemplateDetail['files'][number]['pages'];
  }[];
  readonly components: readonly (RuledRow & Pick<ComponentRow, 'file_id'>)[];
}

export type Plan =
  | { readonly components: readonly PlannedComponent[] }
  | { readonly refused: ElementProblems };

/** Position of an element's keyword, px; null if it was not found. */
export type KeywordPlaces = ReadonlyMap<
  GivenComponent,
  { readonly page: number; readonly x: number; readonly y: number } | null
>;

/**
 * @param zone IANA name, for dates that are given as moments
 * @param found positions of all elements with a keyword
 */
export function planComponents(
  ground: Ground,
  given: readonly GivenComponent[],
  zone: string,
  found: KeywordPlaces = new Map(),
): Plan {
  const keys = new Set(ground.components.map((component) => component.component_key));
  const areas = new Map<string, number>();
  const seams = new Set<string>();
  for (const component of ground.components) {
    const { component_type, participant_id, file_id, attribute } = component;
    countArea(areas, component_type, participant_id, file_id);
    if (isSeam(component_type, attribute)) seams.add(`${participant_id} ${file_id}`);
  }

  const planned: PlannedComponent[] = [];
  const refused: ElementProblem[] = [];
  for (const [index, component] of given.entries()) {
    const refuse = (field: string, problem: Words) =>
      refused.push({ path: `components[${index}].${field}`, problem });
    if (ground.components.length + index >= maxComponents) {
      refuse('componentName', {
        zh: `模板控件不能超过 ${maxComponents} 个`,
        en: `a template has at most ${maxComponents} controls`,
      });
      break;
    }
    const one = planOne(ground, component, zone, found);
    if ('problem' in one) {
      refuse(one.field, one.problem);
      continue;
    }
    const key = one.componentKey;
    if (key !== null && keys.has(key)) {
      refuse('componentKey', { zh: '与另一控件重复', en: 'is the key of another control' });
    }
    keys.add(key);
    if (countArea(areas, one.componentType, one.participantId, one.fileId) > MAX_AREAS) {
      refuse('componentType', {
        zh: `同一签署方在同一文件中的签署区不能超过 ${MAX_AREAS} 个`,
        en: `a participant has at most ${MAX_AREAS} signature areas in a file`,
      });
    }
    if (isSeam(one.componentType, one.attribute)) {
      const of = `${one.participantId} ${one.fileId}`;
      if (seams.has(of)) {
        refuse('specialAttribute.signStyle', {
          zh: '同一签署方在同一文件中只能有一个骑缝签署区',
          en: 'a participant has one seam area in a file',
        });
      }
      seams.add(of);
    }
    planned.push(one);
  }
  if (refused.length === 0) {
    const rows = planned.map(ruledRowOf);
    refused.push(...plannedRuleProblems(ground.participants, ground.components, rows));
  }
  const [first, ...more] = refused;
  return first === undefined ? { components: planned } : { refused: [first, ...more] };
}

function ruledRowOf(component: PlannedComponent): RuledRow {
  return {
    component_key: component.componentKey,
    component_name: component.componentName,
    component_type: component.componentType,
    participant_id: component.participantId,
    attribute: component.attribute,
    required: component.required,
    value: component.value,
  };
}

function isSeam(componentType: number, { signStyle }: Pick<KeptAttribute, 'signStyle'>): boolean {
  return componentType === componentTypes.signatureArea && signStyle === 2;
}

/** Counts a signature area of this participant in this file, and returns the number so far. */
function countArea(areas: Map<string, number>, type: number, participantId: number, fileId: number): number {
  if (type !== componentTypes.signatureArea) return 0;
  const of = `${participantId} ${fileId}`;
  const count = (areas.get(of) ?? 0) + 1;
  areas.set(of, count);
  return count;
}

type Mistake = { readonly field: string; readonly problem: Words };

function planOne(
  ground: Ground,
  given: GivenComponent,
  zone: string,
  found: KeywordPlaces,
): PlannedComponent | Mistake {
  const participant = ground.participants.find((row) => row.participant_id === given.participantId);
  if (participant === undefined) {
    return {
      field: 'participantId',
      problem: { zh: '不是此模板的签署方', en: 'is no participant of this template' },
    };
  }
  const file = ground.files.find(({ row }) => row.file_id === given.contractFileId);
  if (file === undefined) {
    return {
      field: 'contractFileId',
      problem: { zh: '不是此模板的文件', en: 'is no file of this template' },
    };
  }
  const wanted = wantedPlace(given, found);
  if ('problem' in wanted) return wanted;
  const page = file.pages[wanted.page - 1];
  if (page === undefined) {
    return {
      field: 'pageNum',
      problem: { zh: `文件共 ${file.pages.length} 页`, en: `the file has ${file.pages.length} pages` },
    };
  }
  const roleMistake = mistakenRole(participant, given.componentType);
  if (roleMistake !== null) return roleMistake;

  const attribute = keepAttribute(given.specialAttribute, given.componentType, participant.participant_type);
  const { x, y } = wanted;
  const box = placeBox(page, { x, y, width: attribute.width, height: attribute.height });
  if (box === null) {
    const offSideways = x < 0 || x >= page.width;
    const [sideways, along] = wanted.anchor !== null ? ['offsetX', 'offsetY'] : ['positionX', 'positionY'];
    return {
      field: (offSideways ? sideways : along) ?? 'positionX',
      problem: {
        zh: `左上角不在页面内（页面 ${Math.round(page.width)} x ${Math.round(page.height)} px）`,
        en: `the top left corner is off the page of ${Math.round(page.width)} x ${Math.round(page.height)} px`,
      },
    };
  }
  if (given.componentType === componentTypes.dropDown && (attribute.options ?? []).length === 0) {
    return {
      field: 'specialAttribute.options',
      problem: { zh: '下拉框须有选项', en: 'a drop-down needs options' },
    };
  }
  const value = readComponentValue(
    { componentType: given.componentType, attribute },
    given.value ?? '',
    zone,
  );
  if ('problem' in value) return { field: 'value', problem: value.problem };
  return {
    participantId: given.participantId,
    fileId: given.contractFileId,
    componentKey: given.componentKey ?? null,
    componentName: given.componentName,
    componentType: given.componentType,
    value: value.drawn === '' ? null : value.drawn,
    required: given.required,
    pageNum: wanted.page,
    x: box.x,
    y: box.y,
    anchor: wanted.anchor,
    attribute: { ...attribute, width: box.width, height: box.height },
  };
}

/** The requested position of a control: its own, or relative to its keyword. */
function wantedPlace(
  given: GivenComponent,
  found: KeywordPlaces,
):
  | { readonly page: number; readonly x: number; readonly y: number; readonly anchor: Anchor | null }
  | Mistake {
  const keyword = keywordOf(given);
  if (keyword === null) {
    const { pageNum = 0, positionX = 0, positionY = 0 } = given;
    return { page: pageNum, x: positionX, y: positionY, anchor: null };
  }
  const place = found.get(given) ?? null;
  const { keywordIndex: index = 1, offsetX = 0, offsetY = 0 } = given;
  if (place !== null) {
    const anchor = { keyword, index, offsetX, offsetY };
    return { page: place.page, x: place.x + offsetX, y: place.y + offsetY, anchor };
  }
  return {
    field: 'keyword',
    problem: {
      zh: index === 1 ? `文件中没有“${keyword}”` : `文件中没有第 ${index} 处“${keyword}”`,
      en: index === 1 ? `the file has no "${keyword}"` : `the file has no place ${index} of "${keyword}"`,
    },
  };
}

/** A participant who does not sign has no signature area, and one who does not fill has no controls to fill. */
function mistakenRole(
  participant: Pick<ParticipantRow, 'business_types'>,
  componentType: number,
): Mistake | null {
  if (mayHave(participant, componentType)) return null;
  if (componentType === componentTypes.signatureArea) {
    return {
      field: 'participantId',
      problem: { zh: '该签署方不签署，不能有签署区', en: 'this participant does not sign' },
    };
  }
  return {
    field: 'participantId',
    problem: { zh: '该签署方不填写，不能有填写控件', en: 'this participant does not fill' },
  };
}
