import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { Awaited } from '../shell/why.js';
import { contractsTexts } from './contracts-texts.js';
import type { Row } from './row.js';

/** Whom a contract waits for, and why: whoever has waited longest. */
export function WaitingFor({ row }: { readonly row: Row }) {
  const t = useTexts(contractsTexts);
  const { corpName } = useConsole();
  const [first, ...others] = row.waiting;
  if (first === undefined) return null;
  const isMine = row.operateStatus !== 0;
  const corp = first.corpName !== '' && first.corpName !== corpName ? ` · ${first.corpName}` : '';
  const name = isMine ? t.you : `${first.psnName === '' ? first.corpName : `${first.psnName}${corp}`}`;
  return (
    <span className="block">
      <Awaited name={name} why={isMine ? null : first.why} act={first.for} since={first.since} />
      {others.length > 0 && (
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
