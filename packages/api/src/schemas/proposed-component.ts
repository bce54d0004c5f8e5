/** Controls that the service proposes, in the shape of a draft's. */
import { choice, type Infer, int32, list, nullable, number, object, oneOf, text } from '../schema.js';
import { directFields, specialAttributeFields } from './component.js';

/** Attributes of a proposal; null where the default applies, which requests accept in place of a value. */
const proposedAttribute = object({
  width: int32().like(specialAttributeFields.width),
  height: int32().like(specialAttributeFields.height),
  dateFormat: nullable(text(0, 60)).like(specialAttributeFields.dateFormat),
  numberFormat: nullable(text(0, 20)).like(specialAttributeFields.numberFormat),
  fractionDigits: nullable(int32()).like(specialAttributeFields.fractionDigits),
  maxLength: nullable(text(0, 5)).like(specialAttributeFields.maxLength),
  fontSize: nullable(int32()).like(specialAttributeFields.fontSize),
  sealSpecs: nullable(oneOf(1, 2)).like(specialAttributeFields.sealSpecs),
  options: nullable(list(text(0, 200))).like(specialAttributeFields.options),
});

export const proposedComponent = object({
  participantFlag: text(0, 100).means(
    '参与方标识，如甲方；占位符未写明时为空',
    'label of the participant, such as Party A; empty if a placeholder names none',
  ),
  fileIndex: directFields.fields.fileIndex,
  componentName: directFields.fields.componentName,
  componentType: directFields.fields.componentType,
  required: directFields.fields.required,
  pageNum: int32(1).means('页码，从 1 开始', 'page number, from 1'),
  positionX: number().means('左上角横坐标，px', 'x of the top left corner in px'),
  positionY: number().means('左上角纵坐标，px', 'y of the top left corner in px, downwards'),
  specialAttribute: proposedAttribute.means('控件属性', 'attributes of the control'),
});

/** What a proposal was recognised by. */
const proposedBy = [
  'formField',
  'signature',
  'date',
  'underscores',
  'ruledLine',
  'cell',
  'tickBox',
  'label',
] as const;

/** Proposals for a file, in reading order. */
export const proposedComponents = list(
  object({
    component: proposedComponent.means('建议的控件', 'the proposed control'),
    by: choice(proposedBy).means(
      '依据：formField 表单域，signature 签章处，date 年月日，underscores 下划线，ruledLine 横线，cell 空单元格，tickBox 勾选框，label 标签',
      'what it was recognised by: formField, signature, date, underscores, ruledLine, cell, tickBox or label',
    ),
    score: number().means('可信度，0 至 1', 'how certain it is, 0 to 1'),
  }),
);
export type ProposedComponents = Infer<typeof proposedComponents>;
