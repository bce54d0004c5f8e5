/** Rules of a control: the condition under which it is shown, and the formula that computes its value. */
import { choice, type Infer, object, optional, text } from '../schema.js';

/** Maximum length of a formula, in characters. */
const maxFormula = 500;

const key = () => text(1, 100).means('所依据控件的控件键', 'key of the control that decides');
const operator = choice(['is', 'isNot', 'filled']).means(
  'is 等于，isNot 不等于，filled 已填写',
  'is: equals; isNot: differs; filled: has a value',
);
const value = optional(text(1, 1000)).means(
  '比较的值；勾选框为 true 或 false；filled 时省略',
  'value to compare with; true or false for a check box; omitted with filled',
);

/** A control whose condition does not hold is neither required nor drawn. */
const condition = object({ key: key(), operator, value });
export type ShowWhen = Infer<typeof condition>;

export const showWhen = optional(condition).means(
  '显示条件：不成立时控件不显示、不必填',
  'condition for showing the control; while it does not hold, the control is neither drawn nor required',
);

export const formula = optional(text(1, maxFormula)).means(
  '公式，如 =单价*数量：由服务计算，不能填写',
  'formula such as =price*count: computed by the service, cannot be filled in',
);

/** Rules of a draft, which somebody is still typing. */
export const draftRuleFields = {
  showWhen: optional(
    object({
      key: text(0, 100).like(condition.fields.key),
      operator,
      value: optional(text(0, 1000)).like(value),
    }),
  ).like(showWhen),
  formula: optional(text(0, maxFormula)).like(formula),
};
