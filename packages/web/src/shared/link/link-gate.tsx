import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { pathOf } from '../../api/call.js';
import { post } from '../../api/post.js';
import { Refused } from '../../api/refused.js';
import type { Wire } from '../../api/wire.js';
import { RefusalPage } from '../components/refusal-page.js';
import { Sheet } from '../components/sheet.js';
import { PageSkeleton } from '../components/skeleton.js';
import { StatePage } from '../components/state-page.js';
import { eventOfAct } from '../embed/events-of-acts.js';
import { isFramed, postToHost } from '../embed/host.js';
import { addressOfLink } from '../embed/own-window.js';
import { linkIdInAddress } from '../router/link-in-address.js';
import { openPage } from '../router/open-page.js';
import { useTexts } from '../text/language.js';
import { Entrance } from './entrance.js';
import { CurrentLink, type LinkContext, type LinkOperation } from './link-context.js';
import { linkTexts } from './link-texts.js';
import { openedLink } from './opened-link.js';
import { SignIn } from './sign-in.js';

/** Renders the page once the visitor has proved that the link is theirs; everybody else sees what to do. */
export function LinkGate({ children }: { readonly children: ReactNode }) {
  const t = useTexts(linkTexts);
  const linkId = linkIdInAddress();
  const [entered, setEntered] = useState<Wire<EnteredLink> | null>(null);
  const opening = useQuery(openedLink(linkId));
  const state = opening.data?.state;
  useEffect(() => {
    if (state === 'expired' || state === 'withdrawn') postToHost('expired');
  }, [state]);
  if (linkId === null) return <StatePage state={{ kind: 'invalid' }} />;
  const ownWindow = addressOfLink();
  if (isFramed && ownWindow !== null && opening.error instanceof Refused && opening.error.code === '404') {
    const action = { label: t.openWindow, run: () => window.open(ownWindow, '_blank', 'noopener') };
    return <StatePage icon="blocked" title={t.blockedTitle} text={t.blockedText} action={action} />;
  }
  if (opening.error !== null) {
    return <RefusalPage error={opening.error} retry={() => void opening.refetch()} />;
  }
  const opened = opening.data;
  if (opened === undefined) return <PageSkeleton />;
  const session = entered ?? opened.entered;
  if (session !== null) {
    return (
      <Inside linkId={linkId} opened={opened} entered={session} enter={setEntered}>
        {children}
      </Inside>
    );
  }
  if (opened.state === 'ended') return <StatePage icon="done" title={t.endedTitle} text={t.endedText} />;
  if (opened.state === 'withdrawn') {
    const isListed = opened.kind === 'sign' || opened.kind === 'fill' || opened.kind === 'approval';
    const action = { label: t.toContracts, run: () => openPage('contracts', {}) };
    return (
      <StatePage
        icon="ended"
        title={t.withdrawnTitle}
        text={isListed ? t.withdrawnText : t.expiredText}
        {...(isListed && !isFramed ? { action } : {})}
      />
    );
  }
  if (opened.state === 'expired') {
    // A link that can be entered once is in this state after its use as well.
    return opened.entry === 'once' ? (
      <StatePage icon="ended" title={t.onceOverTitle} text={t.onceOverText} />
    ) : (
      <StatePage icon="ended" title={t.expiredTitle} text={t.expiredText} />
    );
  }
  return <Entrance linkId={linkId} opened={opened} enter={setEntered} />;
}

function fieldsOf(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {};
}

/** Notifies the host of a framed page after a successful operation. */
async function told<Data>(operation: LinkOperation, input: unknown, answer: Promise<Data>): Promise<Data> {
  const data = await answer;
  const event = eventOfAct(operation, input, data);
  if (event !== null) postToHost(event.type, event.data);
  return data;
}

interface InsideProps {
  readonly linkId: number;
  readonly opened: Wire<OpenedLink>;
  readonly entered: Wire<EnteredLink>;
  readonly enter: (entered: Wire<EnteredLink>) => void;
  readonly children: ReactNode;
}

/** The page itself. When its session expires, the code is requested in an overlay, so that nothing entered is lost. */
function Inside({ linkId, opened, entered, enter, children }: InsideProps) {
  const t = useTexts(linkTexts);
  const queries = useQueryClient();
  useEffect(() => postToHost('step', { step: 'page' }), []);
  const [isOver, setOver] = useState(false);
  const watched = useCallback(async <Data,>(answer: Promise<Data>): Promise<Data> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Refused && error.code === '401') {
        postToHost('expired');
        setOver(true);
      }
      throw error;
    }
  }, []);
  const link = useMemo((): LinkContext => {
    const { session } = entered;
    return {
      linkId,
      opened,
      entered,
      call: (operation, input, options = {}) =>
        watched(told(operation, input, post(pathOf(operation), input, { session, ...options }))),
      upload(operation, file, input) {
        const form = new FormData();
        for (const [name, value] of Object.entries(fieldsOf(input))) form.append(name, String(value));
        form.append('file', file);
        return watched(post(pathOf(operation), form, { session }));
      },
    };
  }, [linkId, opened, entered, watched]);
  return (
    <CurrentLink value={link}>
      {children}
      <Sheet title={t.againTitle} isOpen={isOver} close={() => setOver(false)}>
        <p className="mt-0 mb-4 text-body text-n-600">{t.againText}</p>
        <SignIn
          linkId={linkId}
          opened={opened}
          enter={(again) => {
            enter(again);
            setOver(false);
            void queries.invalidateQueries();
          }}
        />
      </Sheet>
    </CurrentLink>
  );
}
