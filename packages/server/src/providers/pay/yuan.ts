/** Amounts in yuan as text, `88.88`, in which Alipay and all statements state them. */
const YUAN = /^([+-]?)(\d{1,12})(?:\.(\d{1,2})(\d*))?$/;

export function yuanText(fen: number): string {
  return (fen / 100).toFixed(2);
}

/** @returns null for anything but an exact number of fen, because an amount must not be rounded */
export function fenOf(yuan: string | null): number | null {
  const [, sign, whole = '', cents = '', rest = ''] = YUAN.exec((yuan ?? '').trim()) ?? [];
  if (whole === '' || /[1-9]/.test(rest)) return null;
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return sign === '-' ? -fen : fen;
}

/** A fee, which WeChat Pay states in fractions of a fen. */
export function roundedFenOf(yuan: string | null): number | null {
  const value = Number((yuan ?? '').trim());
  return (yuan ?? '').trim() === '' || !Number.isFinite(value) ? null : Math.round(value * 100);
}
