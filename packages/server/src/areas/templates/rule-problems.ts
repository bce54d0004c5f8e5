/** Conditions and formulas of a template's controls that prevent its use. */
import { type CheckedControl, checkRules } from '@cinnabar/api/component-rules/check-rules.js';
import { hasRules } from '@cinnabar/api/component-rules/control.js';
import { evaluateRules } from '@cinnabar/api/component-rules/evaluate.js';
import type { RuleFinding } from '@cinnabar/api/component-rules/findings.js';
import type { ChangedTemplate } from './change-template.js';
import type { ElementProblem } from './rules.js';
import type { ComponentRow, ParticipantRow } from './store.js';
import type { TemplateDetail } from './template-detail.js';

export type RuledRow = Pick<
  ComponentRow,
  | 'component_key'
  | 'component_name'
  | 'component_type'
  | 'participant_id'
  | 'attribute'
  | 'required'
  | 'value'
>;

type Filler = Pick<ParticipantRow, 'participant_id' | 'draft_sort'>;

/** The problems of the planned controls, beside those that stay. */
export function plannedRuleProblems(
  participants: readonly Filler[],
  staying: readonly RuledRow[],
  planned: readonly RuledRow[],
): readonly ElementProblem[] {
  const all = [...staying, ...planned];
  const faults = ruleFaults(participants, all).filter(({ place }) => place >= staying.length);
  const found = faults.length > 0 ? faults : uncomputable(all, staying.length);
  return found.map(({ place, field, words }) => ({
    path: `components[${place - staying.length}].${attributePath(field)}`,
    problem: words,
  }));
}

/** Formulas that the default values alone make impossible: every contract would be refused for them. */
function uncomputable(
  rows: readonly RuledRow[],
  from: number,
): readonly Pick<RuleFinding, 'place' | 'field' | 'words'>[] {
  const controls = controlsOf([], rows);
  if (!hasRules(controls)) return [];
  const values = {
    valueAt: (place: number) => controls[place]?.value ?? '',
    isSettledAt: () => true,
  };
  return evaluateRules(controls, values).flatMap(({ computation }, place) => {
    const words = computation?.problem ?? null;
    return words === null || place < from ? [] : [{ place, field: 'formula' as const, words }];
  });
}

/** The faults of all these controls; warnings are left to whoever designs the template. */
function ruleFaults(participants: readonly Filler[], rows: readonly RuledRow[]): readonly RuleFinding[] {
  return checkRules(controlsOf(participants, rows)).filter(({ isWarning }) => !isWarning);
}

function controlsOf(participants: readonly Filler[], rows: readonly RuledRow[]): readonly CheckedControl[] {
  const orders = new Map(participants.map((row) => [row.participant_id, row.draft_sort]));
  return rows.map(
    (row): CheckedControl => ({
      key: row.component_key,
      name: row.component_name,
      type: row.component_type,
      attribute: row.attribute,
      required: row.required === 1,
      value: row.value ?? '',
      fillOrder: orders.get(row.participant_id) ?? 0,
    }),
  );
}

function attributePath(field: RuleFinding['field']): string {
  return field === 'value' || field === 'required' ? field : `specialAttribute.${field}`;
}

/**
 * A condition or formula that parties or files of the changed template no longer permit: its input would go with them, or
 * would be filled in too late.
 */
export function brokenRule(
  before: TemplateDetail,
  { elements, components }: ChangedTemplate,
): ElementProblem | null {
  const kept = new Set(components.map(({ component_id }) => component_id));
  const rows = before.components.filter(({ component_id }) => kept.has(component_id));
  const [fault] = ruleFaults(elements.participants, rows);
  const row = fault === undefined ? undefined : rows[fault.place];
  if (fault === undefined || row === undefined) return null;
  const parties = new Set(elements.participants.map(({ participant_id }) => participant_id));
  const losesParty = before.participants.some(({ participant_id }) => !parties.has(participant_id));
  const { component_name: name } = row;
  return {
    path: fault.kind === 'laterFiller' || losesParty ? 'participantList' : 'contractFileList',
    problem: { zh: `控件“${name}”：${fault.words.zh}`, en: `control "${name}": ${fault.words.en}` },
  };
}
