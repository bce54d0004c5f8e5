import { componentTypes, type GivenAttribute, type GivenComponent } from '@cinnabar/api/schemas/component.js';
import type { TemplateFileId, TemplateParticipantId } from '@cinnabar/api/schemas/template.js';
import type { Box } from '@cinnabar/pdf/model.js';
import type { BlankKey, PurchaseContract } from './purchase-contract.js';

interface Control {
  readonly key: BlankKey;
  readonly name: string;
  readonly party: 'A' | 'B';
  readonly type: number;
  readonly required: 0 | 1;
  readonly attribute?: GivenAttribute;
}

const { text, number, date, multiLineText, signatureArea } = componentTypes;
const money: GivenAttribute = { numberFormat: '#,##0', fractionDigits: 2, alignment: 1 };

/** The blanks of the contract, and the party that fills each. */
const controls: readonly Control[] = [
  { key: 'contractNo', name: '合同编号', party: 'A', type: text, required: 1 },
  { key: 'partyA', name: '甲方名称', party: 'A', type: text, required: 1 },
  { key: 'partyB', name: '乙方名称', party: 'A', type: text, required: 1 },
  { key: 'goods', name: '设备名称', party: 'A', type: text, required: 1, attribute: { alignment: 1 } },
  { key: 'model', name: '规格型号', party: 'A', type: text, required: 1, attribute: { alignment: 1 } },
  {
    key: 'quantity',
    name: '数量',
    party: 'A',
    type: number,
    required: 1,
    attribute: { numberFormat: '#,##0', alignment: 1 },
  },
  { key: 'unitPrice', name: '单价', party: 'A', type: number, required: 1, attribute: money },
  { key: 'amount', name: '金额', party: 'A', type: number, required: 1, attribute: money },
  { key: 'amountInWords', name: '金额大写', party: 'A', type: text, required: 1 },
  {
    key: 'deliveryDate',
    name: '交付日期',
    party: 'A',
    type: date,
    required: 1,
    attribute: { dateFormat: 'yyyy年MM月dd日' },
  },
  { key: 'deliveryAddress', name: '交付地点', party: 'A', type: multiLineText, required: 1 },
  { key: 'agentA', name: '甲方授权代表', party: 'A', type: text, required: 1 },
  { key: 'bankName', name: '开户银行', party: 'B', type: text, required: 1 },
  { key: 'bankAccount', name: '账号', party: 'B', type: text, required: 1 },
  { key: 'remark', name: '其他约定', party: 'B', type: multiLineText, required: 0 },
  { key: 'agentB', name: '乙方授权代表', party: 'B', type: text, required: 1 },
];

interface Parties {
  readonly A: TemplateParticipantId;
  readonly B: TemplateParticipantId;
}

/** The controls of the contract in the form of addComponent. */
export function contractControls(
  contract: PurchaseContract,
  contractFileId: TemplateFileId,
  parties: Parties,
): readonly GivenComponent[] {
  const fields = controls.map((control): GivenComponent => {
    const box = contract.blanks.get(control.key);
    if (box === undefined) throw new Error(`the contract has no blank ${control.key}`);
    return {
      participantId: parties[control.party],
      contractFileId,
      componentKey: control.key,
      componentName: control.name,
      componentType: control.type,
      required: control.required,
      ...placeOf(box),
      // Kai resembles handwriting beside the printed Song of the contract.
      specialAttribute: { font: 'KaiTi', fontSize: 16, ...sizeOf(box), ...control.attribute },
    };
  });
  const areas = (
    [
      ['A', '甲方签章', contract.sealOfA],
      ['B', '乙方签章', contract.sealOfB],
    ] as const
  ).map(
    ([party, componentName, box]): GivenComponent => ({
      participantId: parties[party],
      contractFileId,
      componentName,
      componentType: signatureArea,
      required: 1,
      ...placeOf(box),
      specialAttribute: { ...sizeOf(box), sealSpecs: 1, showSignDate: 1, dateFormat: 'yyyy年MM月dd日' },
    }),
  );
  return [...fields, ...areas];
}

function placeOf(box: Box) {
  return { pageNum: box.page, positionX: box.x, positionY: box.y };
}

function sizeOf(box: Box) {
  return { width: box.width, height: box.height };
}
