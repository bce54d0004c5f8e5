import type { ReactNode } from 'react';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { useTexts } from '../text/language.js';
import { sealTexts } from './seal-texts.js';

interface Props {
  readonly preview: ReactNode;
  readonly children: ReactNode;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly submit: () => void;
}

/** Fields on one side and the preview on the other; on phones the preview comes first. */
export function SealForm({ preview, children, isReady, isBusy, error, submit }: Props) {
  const t = useTexts(sealTexts);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) submit();
      }}
      className="flex min-h-0 flex-1 flex-col lg:overflow-y-auto"
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 lg:mx-auto lg:grid lg:w-full lg:max-w-[960px] lg:flex-none lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-6 lg:overflow-visible lg:px-6 lg:py-6">
        <div className="mb-4 lg:order-2 lg:mb-0">{preview}</div>
        <div className="rounded-card bg-n-0 p-4 shadow-paper lg:p-6">{children}</div>
      </div>
      <footer className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3 lg:sticky lg:bottom-0 lg:mx-auto lg:w-full lg:max-w-[960px] lg:border-0 lg:bg-n-50 lg:px-6 lg:pb-6">
        <ErrorLine text={error} />
        <div className="lg:max-w-60">
          <Button type="submit" look="ink" wide isDisabled={!isReady} busyLabel={isBusy ? t.creating : null}>
            {t.create}
          </Button>
        </div>
      </footer>
    </form>
  );
}
