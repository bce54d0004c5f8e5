import { loadFonts } from '../fonts/fonts.js';
import { type ContainedAnswer, type ContainedJob, MAX_MEMORY, OUT_OF_MEMORY } from './contained-protocol.js';
import { ConversionRefused } from './conversion-refused.js';

/** The process behind convertContained: one job, one answer, then it exits. */

/** Interval of memory checks, ms. Pictures are decoded outside of this thread, so its event loop stays responsive. */
const WATCH_INTERVAL = 20;
const MEBIBYTE = 1024 * 1024;

process.on('message', (job: ContainedJob) => void answer(job));
// The service has ended, even if it was killed.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; the service decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY * MEBIBYTE) process.exit(OUT_OF_MEMORY);
}, WATCH_INTERVAL);

async function answer(job: ContainedJob): Promise<void> {
  process.send?.(await outcome(job), () => process.exit());
}

async function outcome(job: ContainedJob): Promise<ContainedAnswer> {
  try {
    return { type: 'done', pdf: await convert(job) };
  } catch (error) {
    if (error instanceof ConversionRefused)
      return { type: 'refused', reason: error.reason, detail: error.detail };
    return {
      type: 'failed',
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

async function convert({ format, bytes, fonts }: ContainedJob): Promise<Uint8Array> {
  if (format === 'txt') {
    const { textToPdf } = await import('./text-to-pdf.js');
    return textToPdf(bytes, loadFonts(fonts));
  }
  const { pictureToPdf } = await import('./picture-to-pdf.js');
  return pictureToPdf(bytes);
}
