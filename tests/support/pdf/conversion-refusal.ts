import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';

/** The reason for refusing a conversion; throws if it was not refused, or for another error. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConversionRefused) return error.reason;
  throw error ?? new Error('nothing was refused');
}
