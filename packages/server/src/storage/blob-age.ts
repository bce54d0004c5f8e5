/** A blob is stored before the transaction that refers to it, which commits within this time. */
const GRACE_MS = 3_600_000;

/** Whether the transaction that refers to a blob of this age, in ms, may still be running. */
export function isYoung(age: number): boolean {
  return age < GRACE_MS;
}
