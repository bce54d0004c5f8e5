/** Values that a preview invents for controls without one of their own. */
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { PreviewSample } from '@cinnabar/api/schemas/template-draft.js';
import type { PlannedComponent } from '../../templates/index.js';
import { typicalText } from './typical-text.js';

const LINE_HEIGHT = 1.2;
/** Characters of a long text without a limit. */
const LONG = 40;

/** As somebody would type it; '' for nothing. Not every one fits its control, which is what a preview shows. */
export function sampleValue(component: PlannedComponent, sample: PreviewSample, now: Date): string {
  const { componentType, attribute, value } = component;
  switch (componentType) {
    case componentTypes.signatureArea:
      return '';
    case componentTypes.image:
      return value ?? '';
    case componentTypes.checkBox:
      return 'true';
    case componentTypes.dropDown:
      return chosenOption(attribute.options ?? [], sample);
    case componentTypes.date:
      return sample === 'longest' ? `${now.getUTCFullYear()}-12-31` : now.toISOString();
    case componentTypes.number:
      return number(attribute.fractionDigits, sample);
    default:
      return text(component, sample);
  }
}

function chosenOption(options: readonly string[], sample: PreviewSample): string {
  if (sample !== 'longest') return options[0] ?? '';
  return options.reduce((longest, option) => (option.length > longest.length ? option : longest), '');
}

function number(fractionDigits: number | null, sample: PreviewSample): string {
  const whole = sample === 'longest' ? '9999999999' : '1234567';
  const digits = Math.min(fractionDigits ?? 2, 2);
  return digits === 0 ? whole : `${whole}.${'89'.slice(0, digits)}`;
}

function text(
  { componentType, attribute, componentName, value }: PlannedComponent,
  sample: PreviewSample,
): string {
  const limit = attribute.maxLength === null ? LONG : Number(attribute.maxLength);
  if (sample === 'rare') return cut('𡋾㐂', limit);
  if (sample === 'typical') return value ?? cut(typicalText(componentName), limit);
  if (componentType !== componentTypes.multiLineText) return filled(limit);
  const { width, height, fontSize } = attribute;
  const room = Math.floor(width / fontSize) * Math.floor(height / (fontSize * LINE_HEIGHT));
  return filled(attribute.maxLength === null ? Math.max(1, room) : limit);
}

function cut(sample: string, limit: number): string {
  return [...sample].slice(0, limit).join('');
}

function filled(length: number): string {
  return '示例文字'.repeat(Math.ceil(length / 4)).slice(0, length);
}
