export type ProofMethod = 'sms' | 'pwd' | 'face';

/** A proof of intent that is typed. */
export type DigitsProof =
  | { readonly authType: 'sms'; readonly verifyCode: string }
  | {
      readonly authType: 'pwd';
      readonly signPwd: string;
      readonly newPwd?: true;
      readonly verifyCode?: string;
    };

interface Given {
  readonly method: ProofMethod;
  readonly digits: string;
  /** The code that authorises setting a new password in the same request. */
  readonly newByCode: string | null;
}

export function digitsProof({ method, digits, newByCode }: Given): DigitsProof {
  if (method !== 'pwd') return { authType: 'sms', verifyCode: digits };
  if (newByCode === null) return { authType: 'pwd', signPwd: digits };
  return { authType: 'pwd', signPwd: digits, newPwd: true, verifyCode: newByCode };
}
