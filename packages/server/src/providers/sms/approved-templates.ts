/** Approved templates of a provider, from a JSON file of the operator. */
import { readFileSync } from 'node:fs';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import { type SmsMessage, SmsNotSent } from './port.js';

export interface ApprovedTemplate {
  /** The provider's id. */
  readonly id: string;
  /** The placeholders that it has, in its order; null: those of our text. */
  readonly parameters: readonly string[] | null;
}

export type ApprovedTemplates = ReadonlyMap<string, ApprovedTemplate>;

/** Suffix of the names of templates for mobiles outside the mainland. */
const INTERNATIONAL = '@international';
/** Limit of carriers for a value. */
const MAX_VALUE = 35;

/** @throws InvalidSetting */
export function readApprovedTemplates(setting: string, path: string): ApprovedTemplates {
  const invalid = (problem: string): never => {
    throw new InvalidSetting(setting, `${path}: ${problem}`);
  };
  let entries: readonly (readonly [string, unknown])[];
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    entries =
      typeof content === 'object' && content !== null
        ? Object.entries(content)
        : invalid('must be an object');
  } catch (error) {
    throw error instanceof InvalidSetting ? error : new InvalidSetting(setting, messageOf(error));
  }
  return new Map(
    entries.map(([name, value]) => [name, templateOf(value) ?? invalid(`${name} is no template`)]),
  );
}

function templateOf(value: unknown): ApprovedTemplate | null {
  if (typeof value === 'string') return value === '' ? null : { id: value, parameters: null };
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string')
    return null;
  const parameters = 'parameters' in value ? value.parameters : null;
  if (parameters === null) return { id: value.id, parameters: null };
  if (!Array.isArray(parameters) || !parameters.every((each) => typeof each === 'string')) return null;
  return { id: value.id, parameters };
}

/** A message as a provider with templates of its own takes it. */
export interface FilledTemplate {
  readonly id: string;
  /** In the order of the template. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** @throws SmsNotSent TEMPLATE_MISSING */
export function fillTemplate(templates: ApprovedTemplates, message: SmsMessage): FilledTemplate {
  const name = isMainland(message.mobile) ? message.template : `${message.template}${INTERNATIONAL}`;
  const template = templates.get(name);
  if (template === undefined) throw new SmsNotSent('TEMPLATE_MISSING', `no template ${name} in the settings`);
  const names = template.parameters ?? Object.keys(message.parameters);
  return {
    id: template.id,
    values: names.map((each) => [each, shortened(message.parameters[each] ?? '')]),
  };
}

/** Mobiles are 11 digits for the mainland, otherwise E.164. */
export function isMainland(mobile: string): boolean {
  return !mobile.startsWith('+');
}

function shortened(value: string): string {
  const characters = [...value];
  return characters.length <= MAX_VALUE ? value : `${characters.slice(0, MAX_VALUE - 1).join('')}…`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
