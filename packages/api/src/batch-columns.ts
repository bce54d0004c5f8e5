/** The columns of a batch: what a start from a template takes for each contract. Used by the workbook and by the pages. */
import { PartyType, SetMode } from './enums.js';
import { componentTypes } from './schemas/component.js';

/** The name of the sheet that explains the columns, which holds no contracts. */
export const batchGuide = { zh: '填写说明', en: 'Guide' } as const;

interface TemplateParty {
  readonly participantId: number;
  readonly participantFlag: string;
  readonly participantType: 0 | 1;
  readonly participantSetMode: SetMode;
}

interface TemplateControl {
  readonly componentId: number;
  readonly componentKey: string | null;
  readonly componentName: string;
  readonly componentType: number;
  readonly participantId: number;
  readonly required: 0 | 1;
  readonly value: string | null;
  readonly specialAttribute: {
    readonly maxLength: string | null;
    readonly options: readonly string[] | null;
    readonly showWhen?: object | undefined;
    /** Computed by the service. */
    readonly formula?: string | undefined;
  };
}

export interface BatchTemplate {
  readonly participantList: readonly TemplateParty[];
  readonly componentList: readonly TemplateControl[];
}

export type PartyField = 'participantCorpName' | 'psnName' | 'psnAccount';

/** What the cells of a column are used for. */
export type ColumnUse =
  | { readonly kind: 'title' }
  | { readonly kind: 'order' }
  | { readonly kind: 'deadline' }
  | { readonly kind: 'party'; readonly participantId: number; readonly field: PartyField }
  | {
      readonly kind: 'value';
      readonly componentId: number;
      readonly componentType: number;
      /** Of a drop-down. */
      readonly options: readonly string[];
      readonly maxLength: number | null;
    };

export interface BatchColumn {
  /** Identifies the column beside its name, such as `salary` or `乙方.psnName`. */
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly required: boolean;
  readonly use: ColumnUse;
}

const partyFields = {
  participantCorpName: { zh: '企业名称', en: 'company' },
  psnName: { zh: '姓名', en: 'name' },
  psnAccount: { zh: '手机号', en: 'mobile' },
} as const satisfies Record<PartyField, { readonly zh: string; readonly en: string }>;

/** Signature areas and pictures are not given in a table, nor is what a formula computes. */
const NOT_TYPED: readonly number[] = [componentTypes.signatureArea, componentTypes.image];

/** Title first, then the parties that the start names, the initiator's controls, order number and deadline. */
export function batchColumns({ participantList, componentList }: BatchTemplate): readonly BatchColumn[] {
  const named = participantList.filter(
    ({ participantSetMode }) => participantSetMode === SetMode.namedAtStart,
  );
  const own = new Set(
    participantList
      .filter(({ participantSetMode }) => participantSetMode === SetMode.initiator)
      .map(({ participantId }) => participantId),
  );
  const controls = componentList.filter(
    ({ participantId, componentType, specialAttribute }) =>
      own.has(participantId) && !NOT_TYPED.includes(componentType) && specialAttribute.formula === undefined,
  );
  return withUniqueNames([
    { key: 'title', zh: '合同标题', en: 'Title', required: false, use: { kind: 'title' } },
    ...named.flatMap(partyColumns),
    ...controls.map(controlColumn),
    { key: 'order', zh: '业务单号', en: 'Order number', required: false, use: { kind: 'order' } },
    { key: 'deadline', zh: '截止日期', en: 'Deadline', required: false, use: { kind: 'deadline' } },
  ]);
}

function partyColumns({
  participantId,
  participantFlag,
  participantType,
}: TemplateParty): readonly BatchColumn[] {
  const fields: readonly PartyField[] =
    participantType === PartyType.enterprise
      ? ['participantCorpName', 'psnName', 'psnAccount']
      : ['psnName', 'psnAccount'];
  return fields.map((field) => ({
    key: `${participantFlag}.${field}`,
    zh: `${participantFlag}${partyFields[field].zh}`,
    en: `${participantFlag} ${partyFields[field].en}`,
    // Without a name, whoever signs first decides for which enterprise.
    required: field !== 'participantCorpName',
    use: { kind: 'party', participantId, field },
  }));
}

function controlColumn(control: TemplateControl): BatchColumn {
  const { componentId, componentKey, componentName, componentType, required, value } = control;
  const { maxLength, options, showWhen } = control.specialAttribute;
  return {
    key: componentKey ?? `#${componentId}`,
    zh: componentName,
    en: componentName,
    // A control with a value of its own keeps it where the cell is empty; one with a condition may be hidden.
    required: required === 1 && (value === null || value === '') && showWhen === undefined,
    use: {
      kind: 'value',
      componentId,
      componentType,
      options: options ?? [],
      maxLength: maxLength === null ? null : Number(maxLength),
    },
  };
}

/** Of columns with the same name, the later ones have their key in the name. */
function withUniqueNames(columns: readonly BatchColumn[]): readonly BatchColumn[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const isTaken = taken.has(column.zh);
    taken.add(column.zh);
    return isTaken
      ? { ...column, zh: `${column.zh}（${column.key}）`, en: `${column.en} (${column.key})` }
      : column;
  });
}

/** How a column is to be filled in. */
export function columnNote({ required, use }: BatchColumn): { readonly zh: string; readonly en: string } {
  const [zh, en] = notesOf(use);
  return {
    zh: `${required ? '必填' : '选填'}。${zh}`,
    en: `${required ? 'Required' : 'Optional'}. ${en}`,
  };
}

function notesOf(use: ColumnUse): readonly [string, string] {
  switch (use.kind) {
    case 'title':
      return ['为空时用模板名称', 'The name of the template if empty'];
    case 'order':
      return ['贵方系统中的单号', 'The number in your own system'];
    case 'deadline':
      return ['如 2026-12-31', 'Such as 2026-12-31'];
    case 'party':
      if (use.field === 'psnAccount') return ['11 位手机号，以文本填写', 'A mobile number, as text'];
      return use.field === 'psnName'
        ? ['与实名一致的姓名', 'The name as verified']
        : ['与登记一致的企业名称', 'The name as registered'];
    case 'value':
      return valueNotes(use);
  }
}

function valueNotes({
  componentType,
  options,
  maxLength,
}: Extract<ColumnUse, { kind: 'value' }>): readonly [string, string] {
  switch (componentType) {
    case componentTypes.number:
      return ['数字，如 12000.00', 'A number, such as 12000.00'];
    case componentTypes.date:
      return ['日期，如 2026-12-31', 'A date, such as 2026-12-31'];
    case componentTypes.checkBox:
      return ['是 或 否', 'true or false'];
    case componentTypes.dropDown:
      return [`从 ${options.length} 个选项中选择`, `One of ${options.length} options`];
    default:
      return maxLength === null
        ? ['文本', 'Text']
        : [`文本，至多 ${maxLength} 个字`, `Text of at most ${maxLength} characters`];
  }
}

/** What a drop-down in the workbook offers for a column; empty: any text. */
export function choicesOf({ use }: BatchColumn): readonly string[] {
  if (use.kind !== 'value') return [];
  return use.componentType === componentTypes.checkBox ? ['是', '否'] : use.options;
}
