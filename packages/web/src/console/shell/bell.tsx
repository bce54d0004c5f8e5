import { Bell as BellIcon, ChevronRight } from 'lucide-react';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from './console-context.js';
import { ConsoleLink, consoleAddress } from './console-link.js';
import { lineLook, PopoverList } from './popover-list.js';
import { shellTexts } from './shell-texts.js';
import { useOverview } from './use-overview.js';

/** What needs attention; each line leads to where it is settled. */
export function Bell() {
  const t = useTexts(shellTexts);
  const { corpId } = useConsole();
  const counts = useOverview().data?.counts;
  const { awaitingMe = 0, approvals = 0, joinRequests = 0, stuck = 0, soon = 0 } = counts ?? {};
  const own = [
    {
      number: awaitingMe,
      words: t.toDo(awaitingMe),
      href: consoleAddress('consoleContracts', { corpId }, { tab: 4 }),
    },
    {
      number: approvals,
      words: t.toApprove(approvals),
      href: consoleAddress('consoleApprovals', { corpId }),
    },
    {
      number: joinRequests,
      words: t.toAccept(joinRequests),
      href: consoleAddress('consoleMembers', { corpId }, { tab: 'requests' }),
    },
  ];
  const waiting = [
    { number: stuck, words: t.stuck(stuck), href: consoleAddress('console', { corpId }) },
    { number: soon, words: t.soon(soon), href: consoleAddress('console', { corpId }) },
  ];
  const lines = [...own, ...waiting].filter(({ number }) => number > 0);
  const total = own.reduce((sum, { number }) => sum + number, 0);
  return (
    <PopoverList
      label={t.bell(total)}
      side="end"
      buttonLook="inline-flex size-11 items-center justify-center rounded-control hover:bg-n-100"
      button={
        <span className="relative">
          <BellIcon {...iconSize} />
          {total > 0 && <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-cinnabar-600" />}
        </span>
      }
    >
      {(close) =>
        lines.length === 0 ? (
          <p className="m-0 px-3 py-3 text-desk text-n-600">{t.nothing}</p>
        ) : (
          <ul className="m-0 list-none p-0">
            {lines.map(({ words, href }) => (
              <li key={words}>
                <ConsoleLink href={href} onFollow={close} className={lineLook}>
                  <span className="figures flex-1">{words}</span>
                  <ChevronRight {...smallIcon} className="text-n-400" />
                </ConsoleLink>
              </li>
            ))}
          </ul>
        )
      }
    </PopoverList>
  );
}
