/** Where the payer is, which decides how they can pay: a phone opens pages, a desktop shows codes. */
export function paySource(): 'h5' | 'pc' {
  return matchMedia('(pointer: coarse)').matches || innerWidth < 640 ? 'h5' : 'pc';
}

/** What a payment address is for: to be scanned, or to be opened. */
export function isForScanning(payTypeCode: string): boolean {
  return ['NATIVE', 'SCAN_CODE', 'chatAQrCode', 'payAPre'].includes(payTypeCode);
}

/** Called up inside of an app that must be told who pays: not from here. */
export function needsApp(payTypeCode: string): boolean {
  return payTypeCode === 'JSAPI';
}
