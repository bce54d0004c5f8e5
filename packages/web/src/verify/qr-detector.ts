/** The browser's own reader of QR codes, where it has one. */
interface QrDetector {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}

/** @returns null in browsers without the Barcode Detection API */
export function qrDetector(): QrDetector | null {
  const made: unknown = Reflect.get(window, 'BarcodeDetector');
  if (typeof made !== 'function') return null;
  try {
    const detector: QrDetector = Reflect.construct(made, [{ formats: ['qr_code'] }]);
    return detector;
  } catch {
    // The system lacks the format.
    return null;
  }
}
