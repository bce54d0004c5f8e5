import { useTexts } from '../shared/text/language.js';
import { verifyTexts } from './verify-texts.js';

interface Props {
  readonly fileName: string;
  /** Upload progress, 0 to 1. */
  readonly sent: number;
}

/** Progress: upload, then verification. */
export function Working({ fileName, sent }: Props) {
  const t = useTexts(verifyTexts);
  const percent = Math.floor(sent * 100);
  const isSent = sent >= 1;
  const words = isSent ? t.checking : t.uploading(percent);
  return (
    <div className="rounded-card border border-n-200 bg-n-0 px-4 py-10 text-center sm:px-8 sm:py-14">
      <p className="m-0 mb-6 text-title font-semibold names">
        <bdi>{fileName}</bdi>
      </p>
      <div
        role="progressbar"
        aria-label={fileName}
        aria-valuetext={words}
        {...(isSent ? {} : { 'aria-valuenow': percent })}
        className="mx-auto h-1.5 w-full max-w-[400px] overflow-hidden rounded-full bg-n-200"
      >
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="size-full" aria-hidden>
          <rect
            width={isSent ? 100 : percent}
            height="1"
            className={`fill-n-900 ${isSent ? 'motion-safe:animate-pulse' : ''}`}
          />
        </svg>
      </div>
      <p role="status" className="figures m-0 mt-4 text-body text-n-600">
        {isSent ? t.checking : t.uploading(percent - (percent % 25))}
      </p>
    </div>
  );
}
