import type { ShowWhen } from '../schemas/component-rules.js';
import type { Words } from './words.js';

/** A condition on a control of this name, as part of a sentence. */
export function conditionWords(name: string, { operator, value = '' }: Omit<ShowWhen, 'key'>): Words {
  if (operator === 'filled') return { zh: `“${name}”已填写`, en: `"${name}" is filled in` };
  if (value === 'true' || value === 'false') {
    const isTicked = (value === 'true') === (operator === 'is');
    return isTicked
      ? { zh: `勾选“${name}”`, en: `"${name}" is ticked` }
      : { zh: `未勾选“${name}”`, en: `"${name}" is not ticked` };
  }
  return operator === 'is'
    ? { zh: `“${name}”为“${value}”`, en: `"${name}" is "${value}"` }
    : { zh: `“${name}”不为“${value}”`, en: `"${name}" is not "${value}"` };
}
