import { useEffect, useState } from 'react';
import { kept } from '../state/kept.js';
import type { ProofMethod } from './digits-proof.js';

const CODE_LENGTH = 6;

/**
 * State of the typed proof and its method.
 * @param refused whether the input was refused and must be typed again
 * @param reset clears the refusal
 */
export function useProof(methods: readonly ProofMethod[], refused: boolean, reset: () => void) {
  const [method, setMethod] = useState<ProofMethod>(() => firstMethod(methods));
  const [digits, setDigits] = useState('');
  /** The code that authorises a new password; null unless one is being set. */
  const [newByCode, setNewByCode] = useState<string | null>(null);

  useEffect(() => {
    if (!refused) return;
    setDigits('');
    setNewByCode((code) => (code === null ? null : ''));
  }, [refused]);

  return {
    method,
    digits,
    newByCode,
    setDigits,
    setNewByCode,
    reset,
    isComplete: digits.length === CODE_LENGTH && (newByCode === null || newByCode.length === CODE_LENGTH),
    choose(next: ProofMethod) {
      setMethod(next);
      setDigits('');
      setNewByCode(null);
      reset();
    },
  };
}

export type Proof = ReturnType<typeof useProof>;

function firstMethod(methods: readonly ProofMethod[]): ProofMethod {
  const last = kept('proof');
  return methods.find((method) => method === last) ?? methods[0] ?? 'sms';
}
