import type { InputOf } from '@cinnabar/api/operation.js';
import type { beginSetup, finishSetup } from '@cinnabar/api/pages/setup.js';
import { readMobile } from '../shared/console/read-mobile.js';

/** What the steps have been told so far, as typed. */
export interface SetupForm {
  readonly code: string;
  readonly mobile: string;
  readonly isKeyKept: boolean;
  readonly name: string;
  readonly password: string;
  readonly totp: string;
  readonly corpName: string;
  readonly corpCode: string;
  readonly isIdentified: boolean;
  readonly contracts: string;
  readonly isOwner: boolean;
  readonly ownerName: string;
  readonly ownerMobile: string;
}

export const emptyForm: SetupForm = {
  ...{ code: '', mobile: '', isKeyKept: false, name: '', password: '', totp: '' },
  ...{ corpName: '', corpCode: '', isIdentified: false, contracts: '1000' },
  ...{ isOwner: true, ownerName: '', ownerMobile: '' },
};

/** The steps, each with the fields at which it shows a refusal. */
export const steps = [
  { name: 'code', fields: ['code', 'mobile'] },
  { name: 'findings', fields: [] },
  { name: 'settings', fields: [] },
  { name: 'keys', fields: [] },
  { name: 'corp', fields: ['corpName', 'corpCode', 'contracts', 'ownerName', 'ownerMobile'] },
  // Last, because an authenticator code lives shorter than it takes to fill in a form.
  { name: 'operator', fields: ['name', 'password', 'sealed', 'totp'] },
] as const satisfies readonly { readonly name: string; readonly fields: readonly string[] }[];

export type StepName = (typeof steps)[number]['name'];

/** The step that shows a refusal of that field; null: none. */
export function stepOf(field: string): StepName | null {
  return steps.find(({ fields }) => fields.some((each) => each === field))?.name ?? null;
}

/** The step before or after; the step itself at the ends. */
export function stepBeside(step: StepName, by: -1 | 1): StepName {
  return steps[steps.findIndex(({ name }) => name === step) + by]?.name ?? step;
}

const PASSWORD_LENGTH = 12;
const TOTP_LENGTH = 6;
const CODE_LENGTH = 16;

export function isComplete(step: StepName, form: SetupForm): boolean {
  switch (step) {
    case 'code':
      return form.code.replace(/[\s-]/g, '').length >= CODE_LENGTH && readMobile(form.mobile) !== null;
    case 'findings':
    case 'settings':
      return true;
    case 'keys':
      return form.isKeyKept;
    case 'operator':
      return (
        form.name.trim() !== '' && form.password.length >= PASSWORD_LENGTH && form.totp.length === TOTP_LENGTH
      );
    case 'corp': {
      const owner = form.isOwner || (form.ownerName.trim() !== '' && readMobile(form.ownerMobile) !== null);
      return form.corpName.trim() !== '' && /^\d{1,9}$/.test(form.contracts.trim()) && owner;
    }
  }
}

export function beginRequest({ code, mobile }: SetupForm): InputOf<typeof beginSetup> {
  return { code, mobile: readMobile(mobile) ?? mobile };
}

export function finishRequest(form: SetupForm, sealed: string): InputOf<typeof finishSetup> {
  const { code, password, totp, isIdentified, isOwner } = form;
  const [name, mobile] = [form.name.trim(), readMobile(form.mobile) ?? form.mobile];
  return {
    ...{ code, name, mobile, password, sealed, totp, isIdentified },
    corpName: form.corpName.trim(),
    corpCode: form.corpCode.trim(),
    contracts: Number(form.contracts.trim()),
    ownerName: isOwner ? name : form.ownerName.trim(),
    ownerMobile: isOwner ? mobile : (readMobile(form.ownerMobile) ?? form.ownerMobile),
  };
}
