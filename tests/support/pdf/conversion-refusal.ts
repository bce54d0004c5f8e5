import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';

/** Why a conversion was refused; throws where it was not, or for another error. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConversionRefused) return error.reason;
  throw error ?? new Error('nothing was refused');
}
