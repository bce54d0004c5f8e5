/** The payer's device, which determines the payment methods: a phone opens pages, a desktop shows QR codes. */
export function paySource(): 'h5' | 'pc' {
  return matchMedia('(pointer: coarse)').matches || innerWidth < 640 ? 'h5' : 'pc';
}

/** Whether a payment URL is displayed as a QR code instead of opened. */
export function isForScanning(payTypeCode: string): boolean {
  return ['NATIVE', 'SCAN_CODE', 'chatAQrCode', 'payAPre'].includes(payTypeCode);
}

/** Whether a method works only inside an app that must identify the payer, and so not here. */
export function needsApp(payTypeCode: string): boolean {
  return payTypeCode === 'JSAPI';
}
