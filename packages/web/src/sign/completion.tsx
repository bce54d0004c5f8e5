import { FlowStatus } from '@cinnabar/api/enums.js';
import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import { ArrowRight, Download } from 'lucide-react';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { OutcomePage } from '../shared/components/outcome-page.js';
import { PartyList } from '../shared/components/party-list.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { closePage } from '../shared/embed/host.js';
import { useReturn } from '../shared/embed/use-return.js';
import { momentInFull } from '../shared/format/dates.js';
import { money } from '../shared/format/money.js';
import { useLink } from '../shared/link/link-context.js';
import { openPage } from '../shared/router/open-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { Marks, View } from './marks.js';
import { signTexts } from './sign-texts.js';
import { useOthers } from './use-others.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly returnUrl: string | null;
  /** Only people who have just signed are redirected automatically. */
  readonly isFresh: boolean;
  /** The contract was signed in another window while this one was open. */
  readonly isElsewhere: boolean;
  readonly read: () => void;
}

/** The contract is signed: the time, the other parties' progress and the download. */
export function Completion({ view, marks, returnUrl, isFresh, isElsewhere, read }: Props) {
  const t = useTexts(signTexts);
  const isComplete = view.status === FlowStatus.completed;
  const { others, open, isOpening } = useOthers(true);
  const [next] = others;
  const due = view.paysNow && view.amount !== null ? money(view.amount) : null;
  const seal = marks.find(({ ink }) => ink.kind === 'seal')?.ink;
  const { signTime } = view.me;
  return (
    <OutcomePage
      title={isComplete ? t.doneAllTitle : t.doneTitle}
      figure={
        seal?.kind === 'seal' ? (
          <img
            src={ownPicture(seal.seal.pictureUrl)}
            alt=""
            className="size-28 animate-seal object-contain"
          />
        ) : (
          <DoneMark />
        )
      }
    >
      {isElsewhere && <p className="m-0 mb-1 text-body font-medium text-info">{t.doneElsewhere}</p>}
      {signTime !== null && (
        <p className="figures m-0 text-body text-n-600 names">
          {t.doneText(momentInFull(signTime), view.title)}
        </p>
      )}
      <section className="mt-6 w-full rounded-card bg-n-0 p-4 text-left shadow-paper sm:p-6">
        <PartyList parties={view.parties} />
      </section>
      {due !== null && <PayNow amount={due} payee={view.corpName} />}
      {!isComplete && <p className="mt-4 mb-0 text-small text-n-500">{t.doneWait}</p>}
      {next !== undefined && (
        <section className="mt-6 w-full rounded-card bg-n-0 p-4 text-left shadow-paper sm:p-6">
          <p className="figures m-0 text-small text-n-600">{t.nextContractText(others.length)}</p>
          <p className="mt-1 mb-4 text-body font-medium names">
            <bdi>{next.title}</bdi>
          </p>
          <Button look="ink" wide busyLabel={isOpening ? t.opening : null} onPress={() => open(next)}>
            {t.nextContract}
            <ArrowRight {...iconSize} />
          </Button>
        </section>
      )}
      <div className="mt-6 flex w-full flex-col gap-2">
        {view.files.map((file) => (
          <a
            key={file.fileId}
            href={file.downloadUrl}
            download
            className={`inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-control px-5 py-2 text-input font-medium ${
              view.files.length > 1 || next !== undefined || due !== null
                ? 'border border-n-400 bg-n-0 hover:bg-n-50'
                : 'bg-n-900 text-n-0 hover:bg-n-800'
            }`}
          >
            <Download {...iconSize} className="shrink-0" />
            <span className="names">
              {view.files.length > 1 ? file.fileName : isComplete ? t.download : t.downloadNow}
            </span>
          </a>
        ))}
        <Button wide onPress={read}>
          {t.viewContract}
        </Button>
        {returnUrl !== null && (
          <WayBack url={returnUrl} isFresh={isFresh && next === undefined && due === null} />
        )}
      </div>
      {isComplete && (
        <a
          href={pageAddress('verify', {})}
          target="_blank"
          rel="noreferrer"
          className="mt-3 inline-flex min-h-11 items-center text-small text-n-600 underline underline-offset-4"
        >
          {t.verify}
        </a>
      )}
    </OutcomePage>
  );
}

/** Signed, but payment is due. */
function PayNow({ amount, payee }: { readonly amount: string; readonly payee: string }) {
  const t = useTexts(signTexts);
  const { linkId } = useLink();
  return (
    <section className="mt-4 w-full rounded-card bg-n-0 p-4 text-left shadow-paper sm:p-6">
      <h2 className="figures m-0 text-title font-semibold">{t.payNowTitle(amount)}</h2>
      <p className="mt-1 mb-4 text-body text-n-600 names">{t.payNowText(payee)}</p>
      <Button look="binding" wide onPress={() => openPage('newPayment', {}, { linkId })}>
        {t.toPay}
      </Button>
    </section>
  );
}

function DoneMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-16 animate-seal text-success" aria-hidden="true">
      <circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <path
        d="m15 24.5 6.5 6.5L34 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

function WayBack({ url, isFresh }: { readonly url: string; readonly isFresh: boolean }) {
  const t = useTexts(signTexts);
  const app = useTexts(commonTexts);
  const { left, stay } = useReturn(url, isFresh);
  return (
    <>
      <Button wide onPress={() => closePage(url)}>
        {left === null ? t.backTo : app.returning(left)}
      </Button>
      {left !== null && (
        <Button look="quiet" wide onPress={stay}>
          {app.stay}
        </Button>
      )}
    </>
  );
}
