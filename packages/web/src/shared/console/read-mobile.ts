/** A mobile as typed, without spaces and dashes; null while it cannot be one. */
export function readMobile(typed: string): string | null {
  const plain = typed.replace(/[\s-]/g, '');
  return /^\+?\d{8,15}$/.test(plain) ? plain : null;
}
