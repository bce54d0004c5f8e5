import { OperateStatus } from '@cinnabar/api/enums.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { isOwnTurn } from '../shell/own-turn.js';
import { Awaited } from '../shell/why.js';
import { contractsTexts } from './contracts-texts.js';
import type { Row } from './row.js';

/** Whom a contract waits for, and why: the person at the console, or else whoever has waited longest. */
export function WaitingFor({ row }: { readonly row: Row }) {
  const t = useTexts(contractsTexts);
  const viewer = useConsole();
  const own = row.waiting.find((each) => isOwnTurn(each, viewer));
  const shown = own ?? row.waiting[0];
  if (shown === undefined) return null;
  // Of the enterprise's contracts, the list does not tell whether they await the person; of one's own it does, approvals
  // included.
  const isMine = own !== undefined || row.operateStatus !== OperateStatus.nothing;
  const corp = shown.corpName !== '' && shown.corpName !== viewer.corpName ? ` · ${shown.corpName}` : '';
  const name = isMine ? t.you : shown.psnName === '' ? shown.corpName : `${shown.psnName}${corp}`;
  return (
    <span className="block">
      <Awaited name={name} why={isMine ? null : shown.why} act={shown.for} since={shown.since} />
      {row.waiting.length > 1 && (
        <span className="ml-1 text-caption text-n-500">{t.more(row.waiting.length)}</span>
      )}
    </span>
  );
}

/** The parties in short: the first other than the own enterprise. */
export function Parties({ row }: { readonly row: Row }) {
  const t = useTexts(contractsTexts);
  const { corpName } = useConsole();
  const others = row.partyNames.filter((name) => name !== corpName);
  const [first = row.partyNames[0] ?? '', ...rest] = others;
  return (
    <span className="text-small text-n-700 names">
      <bdi>{rest.length === 0 ? first : t.andOthers(first, rest.length)}</bdi>
    </span>
  );
}
