import type { FlowPage } from '@cinnabar/api/pages/flow-page.js';
import type { ReactNode } from 'react';
import type { Wire } from '../../api/wire.js';
import { Attachments } from '../components/attachments.js';
import { PartyList } from '../components/party-list.js';
import { Sheet } from '../components/sheet.js';
import { TextButton } from '../components/text-button.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { endedFlow } from './contract-state.js';

interface Props {
  readonly flow: Pick<Wire<FlowPage>, 'parties' | 'attachments' | 'files' | 'status' | 'endReason'>;
  /** Buttons beside the one that opens the contract as running text. */
  readonly acts?: ReactNode;
}

/** Parties and attachments of a contract, its running text, and further actions. */
export function AboutContract({ flow, acts }: Props) {
  const t = useTexts(commonTexts);
  return (
    <>
      <section aria-label={t.parties}>
        <h2 className="mt-0 mb-3 text-desk font-semibold">{t.parties}</h2>
        <PartyList parties={flow.parties} isOver={endedFlow(flow) !== null} />
      </section>
      <Attachments attachments={flow.attachments} />
      <div className="mt-6 flex flex-wrap gap-2">
        <TextButton files={flow.files} />
        {acts}
      </div>
    </>
  );
}

interface SheetProps {
  readonly close: () => void;
  readonly children: ReactNode;
}

/** What side panels show on desktops, for phones. */
export function MoreSheet({ close, children }: SheetProps) {
  const t = useTexts(commonTexts);
  return (
    <Sheet title={t.more} isOpen close={close}>
      {children}
    </Sheet>
  );
}
