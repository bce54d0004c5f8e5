import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { pathOf } from '../../api/call.js';
import { post } from '../../api/post.js';
import { Refused } from '../../api/refused.js';
import type { Wire } from '../../api/wire.js';
import { CurrentBrand } from '../components/current-brand.js';
import { onDemand } from '../components/on-demand.js';
import { RefusalPage } from '../components/refusal-page.js';
import { PageSkeleton } from '../components/skeleton.js';
import { StatePage } from '../components/state-page.js';
import { useWas } from '../components/use-was.js';
import { eventOfAct } from '../embed/events-of-acts.js';
import { isFramed, postToHost } from '../embed/host.js';
import { addressOfLink } from '../embed/own-window.js';
import { linkIdInAddress } from '../router/link-in-address.js';
import { useTexts } from '../text/language.js';
import { Entrance } from './entrance.js';
import { CurrentLink, type LinkContext, type LinkOperation } from './link-context.js';
import { linkTexts } from './link-texts.js';
import { openedLink } from './opened-link.js';
import { useBrand } from './use-brand.js';

const loadAgain = () => import('./again-sheet.js');
const AgainSheet = onDemand(loadAgain);
const ClosedLink = onDemand(() => import('./closed-link.js'), <PageSkeleton />);

interface Props {
  /** Loads the page's scripts, so that they are there when the visitor has entered. */
  readonly prepare?: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Renders the page once the visitor has proved that the link is theirs; everybody else sees what to do. */
export default function LinkGate({ prepare, children }: Props) {
  const t = useTexts(linkTexts);
  const linkId = linkIdInAddress();
  const [entered, setEntered] = useState<Wire<EnteredLink> | null>(null);
  const opening = useQuery(openedLink(linkId));
  const state = opening.data?.state;
  const brand = useBrand(opening.data?.brand);
  useEffect(() => {
    // Rendering the page loads them again, and reports the error.
    if (state === 'open') prepare?.().catch(() => undefined);
  }, [prepare, state]);
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
  if (opened === undefined || brand === undefined) return <PageSkeleton />;
  const session = entered ?? opened.entered;
  return (
    <CurrentBrand value={brand}>
      {session !== null ? (
        <Inside linkId={linkId} opened={opened} entered={session} enter={setEntered}>
          {children}
        </Inside>
      ) : opened.state === 'open' ? (
        <Entrance linkId={linkId} opened={opened} enter={setEntered} />
      ) : (
        <ClosedLink opened={opened} />
      )}
    </CurrentBrand>
  );
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
  useEffect(() => postToHost('step', { step: 'page' }), []);
  useEffect(() => void loadAgain().catch(() => undefined), []);
  const [isOver, setOver] = useState(false);
  const wasOver = useWas(isOver);
  const newest = useRef(entered.session);
  newest.current = entered.session;
  const watched = useCallback(async <Data,>(session: string, answer: Promise<Data>): Promise<Data> => {
    try {
      return await answer;
    } catch (error) {
      // An answer to the session before may arrive after a new one has begun.
      if (error instanceof Refused && error.code === '401' && session === newest.current) {
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
        watched(session, told(operation, input, post(pathOf(operation), input, { session, ...options }))),
      upload(operation, file, input) {
        const form = new FormData();
        for (const [name, value] of Object.entries(fieldsOf(input))) form.append(name, String(value));
        form.append('file', file);
        return watched(session, post(pathOf(operation), form, { session }));
      },
    };
  }, [linkId, opened, entered, watched]);
  return (
    <CurrentLink value={link}>
      {children}
      {wasOver && (
        <AgainSheet
          linkId={linkId}
          opened={opened}
          isOpen={isOver}
          close={() => setOver(false)}
          enter={enter}
        />
      )}
    </CurrentLink>
  );
}
