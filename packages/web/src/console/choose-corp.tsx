import { ChevronRight } from 'lucide-react';
import { iconSize } from '../shared/components/icons.js';
import { StatePage } from '../shared/components/state-page.js';
import { CardPage } from '../shared/console/card-page.js';
import { useConsole } from '../shared/console/console-door.js';
import { useRoleWords } from '../shared/console/use-role-words.js';
import { useTexts } from '../shared/text/language.js';
import { consoleHomeTexts } from './console-texts.js';

/** The enterprises in which the person may act. */
export function ChooseCorp() {
  const t = useTexts(consoleHomeTexts);
  const roleWords = useRoleWords();
  const { entered, leave } = useConsole();
  const { corps, userName } = entered;
  if (corps.length === 0) {
    return (
      <StatePage
        icon="empty"
        title={t.noCorpTitle}
        text={t.noCorpText}
        action={{ label: t.ownContracts, run: () => location.assign('/contracts') }}
        ways={[{ label: t.leave, run: leave }]}
      />
    );
  }
  return (
    <CardPage
      title={t.chooseTitle}
      lead={t.chooseLead(userName)}
      below={
        <p className="m-0 text-center text-small">
          <a className="inline-flex min-h-11 items-center text-cinnabar-600" href="/contracts">
            {t.ownContracts}
          </a>
        </p>
      }
    >
      <ul className="m-0 list-none space-y-2 p-0">
        {corps.map(({ corpId, corpName, roles }) => (
          <li key={corpId}>
            <a
              href={`/console/${corpId}`}
              className="flex min-h-14 items-center gap-3 rounded-control border border-n-300 bg-n-0 px-4 py-2 text-n-900 no-underline hover:bg-n-50"
            >
              <span className="min-w-0 flex-1">
                <bdi className="block text-input font-medium names">{corpName}</bdi>
                <span className="block text-small text-n-600 first-letter:uppercase">{roleWords(roles)}</span>
              </span>
              <ChevronRight {...iconSize} className="shrink-0 text-n-500" />
            </a>
          </li>
        ))}
      </ul>
    </CardPage>
  );
}
