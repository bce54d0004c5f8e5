/**
 * Where the setup was left, in this tab: whoever corrects a setting restarts the service and reloads the page. Password
 * and authenticator code are not kept; the setup code ends with the setup.
 */
import { forget, keep, kept } from '../shared/state/kept.js';
import { emptyForm, type SetupForm, type StepName, steps } from './setup-form.js';

interface SetupPosition {
  readonly step: StepName;
  readonly form: SetupForm;
}

const NAME = 'cinnabar-setup';

export function keepSetup({ step, form }: SetupPosition): void {
  keep(NAME, JSON.stringify({ step, form: { ...form, password: '', totp: '' } }), 'sessionStorage');
}

export function forgetSetup(): void {
  forget(NAME, 'sessionStorage');
}

export function keptSetup(): SetupPosition {
  const text = kept(NAME, 'sessionStorage');
  return (text === null ? null : read(text)) ?? { step: 'code', form: emptyForm };
}

/** null: of another version of this page. */
function read(text: string): SetupPosition | null {
  try {
    const found: { readonly step?: unknown; readonly form?: unknown } = JSON.parse(text);
    const step = steps.find(({ name }) => name === found.step)?.name;
    return step !== undefined && isForm(found.form) ? { step, form: found.form } : null;
  } catch {
    return null;
  }
}

function isForm(value: unknown): value is SetupForm {
  if (typeof value !== 'object' || value === null) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.entries(emptyForm).every(([name, empty]) => typeof given.get(name) === typeof empty);
}
