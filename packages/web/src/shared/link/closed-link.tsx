import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import type { OpenedLink } from '@cinnabar/api/pages/link.js';
import type { Wire } from '../../api/wire.js';
import { StatePage, useWayToContracts, type Way } from '../components/state-page.js';
import { closePage, isFramed } from '../embed/host.js';
import { useOpenPage } from '../router/open-page.js';
import { useTexts } from '../text/language.js';
import { linkTexts } from './link-texts.js';

interface Props {
  readonly opened: Wire<OpenedLink>;
}

const OF_CONTRACTS: readonly string[] = [
  'sign',
  'fill',
  'copy',
  'approval',
] satisfies readonly OpenedLink['kind'][];

/** A link that cannot be entered any more: why, and where its person continues. */
export default function ClosedLink({ opened }: Props) {
  const t = useTexts(linkTexts);
  const toContracts = useWayToContracts();
  const toContract = useWayToContract();
  const { kind, state, entry, corpName, returnUrl } = opened;
  const isListed = OF_CONTRACTS.includes(kind);
  const back = returnUrl === null ? [] : [{ label: t.backTo, run: () => closePage(returnUrl) }];
  if (state === 'ended' && isListed) {
    const sender = corpName === null ? '' : t.endedSender(corpName);
    const text = `${sender}${t.endedContractText}`;
    const ways = [...(toContract ?? toContracts), ...back];
    // How it ended is not said before signing in, and so neither is it by a tick.
    return <StatePage icon="blocked" title={t.endedContractTitle} text={text} ways={ways} />;
  }
  if (state === 'ended') {
    const ways = [...back, ...toContracts];
    return <StatePage icon="done" title={t.endedTitle} text={t.endedText} ways={ways} />;
  }
  if (state === 'withdrawn' && isListed) {
    const ways = [...toContracts, ...back];
    return <StatePage icon="ended" title={t.withdrawnTitle} text={t.withdrawnText} ways={ways} />;
  }
  // A link that can be entered once is in this state after its use as well.
  if (state === 'expired' && entry === 'once') {
    return <StatePage icon="ended" title={t.onceOverTitle} text={t.onceOverText} ways={back} />;
  }
  const title = state === 'withdrawn' ? t.withdrawnTitle : t.expiredTitle;
  return <StatePage icon="ended" title={title} text={t.expiredText} ways={[...back, ...toContracts]} />;
}

/**
 * A link whose task is finished opens nothing. Its person signs in to their contracts instead, which leads on to this
 * one: it shows how it ended. null if the address does not name it.
 */
function useWayToContract(): readonly Way[] | null {
  const t = useTexts(linkTexts);
  const page = useOpenPage();
  const flowId = page?.name === 'sign' || page?.name === 'fill' ? page.parameters.flowId : null;
  const participantId = Number(new URLSearchParams(location.search).get('p'));
  if (isFramed || flowId === null || participantId === 0) return null;
  const address = `${pageAddress('contracts', {})}?flow=${flowId}&part=${participantId}`;
  return [{ label: t.signInToSee, run: () => location.assign(address) }];
}
