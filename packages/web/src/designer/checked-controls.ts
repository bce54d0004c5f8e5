import type { CheckedControl } from '@cinnabar/api/component-rules/check-rules.js';
import type { Design } from './design.js';

/** The controls as the rules of conditions and formulas check them, in the order of the design. */
export function checkedControls({ controls, parties }: Design): readonly CheckedControl[] {
  return controls.map((control) => ({
    key: control.componentKey.trim() === '' ? null : control.componentKey.trim(),
    name: control.name,
    type: control.type,
    attribute: control.attribute,
    required: control.isRequired,
    value: control.value,
    fillOrder: parties.find(({ key }) => key === control.party)?.fillOrder ?? 0,
  }));
}
