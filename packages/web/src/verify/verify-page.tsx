import { checkCode, verifyFile } from '@cinnabar/api/pages/verify.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call, callWithFile } from '../api/call.js';
import { PageHeader } from '../shared/components/page-header.js';
import { useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';
import { CheckedPart } from './checked-part.js';
import { CodeEntry } from './code-entry.js';
import { Comparison } from './comparison.js';
import { DropArea } from './drop-area.js';
import { Report } from './report.js';
import { useCheckCode } from './use-check-code.js';
import { useDroppedFiles } from './use-dropped-files.js';
import { useProblemWords } from './use-problem-words.js';
import { verifyTexts } from './verify-texts.js';
import { Working } from './working.js';

/** Limit of the service; larger files are not uploaded. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Verifies a PDF, and shows the contract of a printed copy. Public; nothing is stored. */
export default function VerifyPage() {
  const t = useTexts(verifyTexts);
  const check = useTexts(checkTexts);
  const code = useCheckCode();
  const contract = useQuery({
    queryKey: ['check', code],
    queryFn: () => call(checkCode, { code }),
    enabled: code !== '',
  });
  const [file, setFile] = useState<File | null>(null);
  const [unfit, setUnfit] = useState<'tooLarge' | 'notOne' | null>(null);
  const [sent, setSent] = useState(0);
  const verifying = useMutation({
    mutationFn: (chosen: File) => callWithFile(verifyFile, chosen, setSent),
  });
  const { mutate, reset } = verifying;
  const take = useCallback(
    (files: readonly File[]) => {
      const [only, ...others] = files;
      if (only === undefined) return;
      const wrong = others.length > 0 ? 'notOne' : only.size > MAX_BYTES ? 'tooLarge' : null;
      setUnfit(wrong);
      setFile(only);
      setSent(0);
      if (wrong === null) mutate(only);
      else reset();
    },
    [mutate, reset],
  );
  const isOver = useDroppedFiles(take);
  const words = useProblemWords(verifying.error);
  const view = verifying.data;
  const isPlain = view === undefined && contract.data === undefined;
  useEffect(() => {
    if (isPlain) document.title = t.title;
  }, [isPlain, t]);
  return (
    <div className="flex h-full flex-col print:block print:h-auto">
      <PageHeader title={t.title} note={null} back={null} />
      <main className="min-h-0 flex-1 overflow-y-auto print:overflow-visible">
        <div className="mx-auto flex max-w-[1080px] flex-col gap-4 px-4 py-4 pb-16 lg:gap-6 lg:px-6 lg:py-8">
          {view === undefined && <p className="m-0 text-body text-n-600">{t.lead}</p>}
          {code !== '' && <CheckedPart code={code} query={contract} />}
          {verifying.isPending && file !== null ? (
            <Working fileName={file.name} sent={sent} />
          ) : view === undefined || file === null ? (
            <DropArea
              take={take}
              isOver={isOver}
              title={contract.data === undefined ? null : check.compare}
              problem={words ?? (unfit === null ? null : t[unfit])}
            />
          ) : (
            <Report key={view.sha256} fileName={file.name} view={view} take={take}>
              {contract.data !== undefined && <Comparison contract={contract.data} sha256={view.sha256} />}
            </Report>
          )}
          {code === '' && view === undefined && <CodeEntry given="" error={null} />}
        </div>
      </main>
    </div>
  );
}
