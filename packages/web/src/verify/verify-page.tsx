import type { VerifyPageView } from '@cinnabar/api/pages/verify.js';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Refused } from '../api/refused.js';
import { sendFile } from '../api/send-file.js';
import { appTexts } from '../app/app-texts.js';
import { PageHeader } from '../components/page-header.js';
import { useTexts } from '../text/language.js';
import { DropArea } from './drop-area.js';
import { Report } from './report.js';
import { useDroppedFiles } from './use-dropped-files.js';
import { verifyTexts } from './verify-texts.js';
import { Working } from './working.js';

/** As much as the service takes; what is larger does not leave the machine. */
const MOST_BYTES = 50 * 1024 * 1024;

/** What can be said of a PDF, for anybody: no account, nothing kept. */
export default function VerifyPage() {
  const t = useTexts(verifyTexts);
  const [file, setFile] = useState<File | null>(null);
  const [unfit, setUnfit] = useState<'tooLarge' | 'notOne' | null>(null);
  const [sent, setSent] = useState(0);
  const verifying = useMutation({
    mutationFn: (chosen: File) => sendFile<VerifyPageView>('/pages/verify', chosen, setSent),
  });
  const { mutate, reset } = verifying;
  const take = useCallback(
    (files: readonly File[]) => {
      const [only, ...others] = files;
      if (only === undefined) return;
      const wrong = others.length > 0 ? 'notOne' : only.size > MOST_BYTES ? 'tooLarge' : null;
      setUnfit(wrong);
      setFile(only);
      setSent(0);
      if (wrong === null) mutate(only);
      else reset();
    },
    [mutate, reset],
  );
  const isOver = useDroppedFiles(take);
  const problem = useProblem(verifying.error) ?? (unfit === null ? null : t[unfit]);
  const view = verifying.data;
  useEffect(() => {
    document.title = t.title;
  }, [t]);
  return (
    <div className="flex h-full flex-col print:block print:h-auto">
      <PageHeader title={t.title} note={t.lead} back={null} />
      <main className="min-h-0 flex-1 overflow-y-auto print:overflow-visible">
        <div className="mx-auto max-w-[1080px] px-4 py-4 pb-16 lg:px-6 lg:py-8">
          {verifying.isPending && file !== null ? (
            <Working fileName={file.name} sent={sent} />
          ) : view === undefined || file === null ? (
            <DropArea take={take} isOver={isOver} problem={problem} />
          ) : (
            <Report key={view.sha256} fileName={file.name} view={view} take={take} />
          )}
        </div>
      </main>
    </div>
  );
}

function useProblem(error: Error | null): string | null {
  const app = useTexts(appTexts);
  if (error === null) return null;
  if (!(error instanceof Refused)) return app.offlineText;
  if (error.code === '429') return app.tooManyText(error.retryAfter ?? 60);
  if (Number(error.code) >= 500) return `${app.busyTitle} ${error.requestId ?? ''}`.trim();
  return error.message;
}
