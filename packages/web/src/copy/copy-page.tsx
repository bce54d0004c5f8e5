import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import { checkCopyAddress } from '@cinnabar/api/pages/browser-addresses.js';
import type { CopyPageView } from '@cinnabar/api/pages/copy.js';
import { viewCopy } from '@cinnabar/api/pages/copy.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, Printer, ShieldCheck } from 'lucide-react';
import { Refused } from '../api/refused.js';
import type { Wire } from '../api/wire.js';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage, useWayToContracts } from '../shared/components/state-page.js';
import { AboutContract } from '../shared/flow/about-contract.js';
import { ContractReader } from '../shared/flow/contract-reader.js';
import { momentInFull } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
import { copyTexts } from './copy-texts.js';

type View = Wire<CopyPageView>;

export default function CopyPage() {
  const t = useTexts(copyTexts);
  const toContracts = useWayToContracts();
  const link = useLink();
  const query = useQuery({
    queryKey: ['copy', link.linkId],
    queryFn: () => link.call(viewCopy, {}),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: view, error } = query;
  if (view === undefined) {
    if (error === null) return <PageSkeleton />;
    if (error instanceof Refused && error.code === '410') {
      return <StatePage icon="ended" title={t.goneTitle} text={t.goneText} ways={toContracts} />;
    }
    return <RefusalPage error={error} retry={() => void query.refetch()} />;
  }
  return <Reading view={view} />;
}

/** The completed contract, to read and to download. */
function Reading({ view }: { readonly view: View }) {
  const t = useTexts(copyTexts);
  return (
    <ContractReader
      name="copy"
      flow={view}
      documentTitle={t.title(view.title)}
      note={<bdi>{t.from(view.corpName)}</bdi>}
      back={null}
      about={<About view={view} />}
      state={<Finished view={view} />}
      acts={<Downloads view={view} />}
    />
  );
}

function Finished({ view }: { readonly view: View }) {
  const t = useTexts(copyTexts);
  return (
    <p className="figures m-0 mb-3 flex items-center gap-2 text-small text-success lg:mb-6">
      <CircleCheck {...smallIcon} className="shrink-0" />
      {view.finishTime === null ? t.completed : t.finished(momentInFull(view.finishTime))}
    </p>
  );
}

function Downloads({ view }: { readonly view: View }) {
  const t = useTexts(copyTexts);
  const { linkId } = useLink();
  return (
    <div className="flex max-h-[30dvh] flex-col gap-2 overflow-y-auto">
      {view.files.map((file) => (
        <a
          key={file.fileId}
          href={file.downloadUrl}
          download
          className="inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-control bg-n-900 px-5 py-2 text-input font-medium text-n-0 hover:bg-n-800"
        >
          <Download {...iconSize} className="shrink-0" />
          <span className="names">{view.files.length > 1 ? t.saveOne(file.fileName) : t.save}</span>
        </a>
      ))}
      <a
        href={checkCopyAddress(linkId)}
        download
        className="inline-flex min-h-12 w-full shrink-0 items-center justify-center gap-2 rounded-control border border-n-400 bg-n-0 px-5 py-2 text-input font-medium text-n-900 hover:bg-n-50"
      >
        <Printer {...iconSize} className="shrink-0" />
        {t.checkCopy}
      </a>
    </div>
  );
}

function About({ view }: { readonly view: View }) {
  const t = useTexts(copyTexts);
  return (
    <>
      <AboutContract flow={view} />
      <section aria-label={t.verify} className="mt-8">
        <h2 className="mt-0 mb-2 text-desk font-semibold">{t.verify}</h2>
        <p className="m-0 text-small text-n-600">{t.checkCopyNote}</p>
        <a
          href={pageAddress('verify', {})}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 items-center gap-2 text-desk text-cinnabar-600 underline-offset-4 hover:underline"
        >
          <ShieldCheck {...smallIcon} className="shrink-0" />
          {t.verifyHere}
        </a>
      </section>
    </>
  );
}
