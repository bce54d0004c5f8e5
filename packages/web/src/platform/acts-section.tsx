import { ACTS_PER_PAGE, listPlatformActs, type PlatformAct } from '@cinnabar/api/pages/platform-acts.js';
import { CircleCheck, Clock } from 'lucide-react';
import type { Wire } from '../api/wire.js';
import { actWords } from '../shared/audit/act-words.js';
import { factWords } from '../shared/audit/fact-words.js';
import { fieldName } from '../shared/audit/field-names.js';
import { smallIcon } from '../shared/components/icons.js';
import { roleTexts } from '../shared/console/role-texts.js';
import { usePageState } from '../shared/router/page-state.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { actsTexts } from './acts-texts.js';
import { Answered, ListPages, NothingHere, rowsLook } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked } from './platform-context.js';

/** What operators and commands have done, for whoever audits the platform. Nothing can be changed here. */
export default function ActsSection() {
  const t = useTexts(actsTexts);
  const [{ page = 1 }, keep] = usePageState('platform');
  const asked = useAsked(listPlatformActs, { page });
  return (
    <>
      <p className="m-0 mb-4 text-small text-n-600">{t.lead}</p>
      <Answered asked={asked}>
        {({ acts, totalCount }) => (
          <>
            {acts.length === 0 ? (
              <NothingHere text={t.none} />
            ) : (
              <ol className={rowsLook}>
                {acts.map((act) => (
                  <ActRow key={act.entryId} act={act} />
                ))}
              </ol>
            )}
            <ListPages
              page={page}
              size={ACTS_PER_PAGE}
              total={totalCount}
              onPage={(next) => keep({ page: next === 1 ? undefined : next })}
            />
          </>
        )}
      </Answered>
    </>
  );
}

function ActRow({ act }: { readonly act: Wire<PlatformAct> }) {
  const t = useTexts(actsTexts);
  const { language } = useLanguage();
  const { time, operatorName, isCommand, corpName, reason, facts, isChained } = act;
  const Icon = isChained ? CircleCheck : Clock;
  const roleNames = useTexts(roleTexts);
  const roles = new Map(Object.entries(roleNames));
  const { between } = roleNames;
  const common = { language, roles, between, empty: t.nothing, yes: t.yes, no: t.no };
  const wordsOf = (name: string, value: string | null) => factWords(name, value, common);
  return (
    <li className="px-4 py-3">
      <p className="figures m-0 flex flex-wrap items-baseline gap-x-3 text-small text-n-600">
        <span>{localMoment(time)}</span>
        <bdi>{isCommand ? t.command : (operatorName ?? t.former)}</bdi>
        <bdi className="min-w-0 names">{corpName ?? t.platform}</bdi>
        <span className={`ml-auto inline-flex items-center gap-1 ${isChained ? '' : 'text-n-500'}`}>
          <Icon {...smallIcon} />
          {isChained ? t.chained : t.waiting}
        </span>
      </p>
      <p className="m-0 text-desk font-medium">{actWords(act.act, language)}</p>
      {reason !== null && (
        <p className="m-0 text-desk text-n-700">
          <bdi className="names">{t.reason(reason)}</bdi>
        </p>
      )}
      {facts.length > 0 && (
        <dl className="figures m-0 mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-n-600">
          {facts.map(({ name, before, after }) => (
            <div key={name} className="flex min-w-0 flex-wrap gap-x-1">
              <dt>{fieldName(name, language)}</dt>
              <dd className="m-0 break-all text-n-900">
                <bdi>
                  {before === null
                    ? wordsOf(name, after)
                    : t.change(wordsOf(name, before), wordsOf(name, after))}
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
