/** A key for an element of a design, different from those that other windows give. */
export function makeKey(): string {
  return crypto.randomUUID();
}
