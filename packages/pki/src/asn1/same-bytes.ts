/** Whether two public values are equal; secrets are compared in constant time elsewhere. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
