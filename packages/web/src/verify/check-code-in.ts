/** The check code in the address that check copies show as a QR code; null if the code is another one. */
export function checkCodeIn(text: string): string | null {
  const [, code = ''] = /^https?:\/\/[^#\s]+\/verify#([0-9A-Za-z]{8,64})$/.exec(text.trim()) ?? [];
  return code === '' ? null : code;
}
