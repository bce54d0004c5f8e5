import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { Facts } from '../../shared/components/facts.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { count } from '../shell/format.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { settingsTexts } from './settings-texts.js';

/** What is recorded about the enterprise. */
export default function CorpTab() {
  const t = useTexts(settingsTexts);
  const asked = useAsk(baseInfo, {});
  if (asked.error !== null && asked.data === undefined) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={t.what} />;
  }
  if (asked.data === undefined) return <RowsSkeleton rows={3} />;
  const { corpName, corpCode, legalRepName, identStatus, legalDate, adminInfo, userNum } = asked.data;
  return (
    <div className="max-w-[640px] px-4 py-4 lg:px-6">
      <Facts
        facts={[
          [t.corpName, corpName],
          [t.corpCode, corpCode ?? t.none],
          [t.legalRep, legalRepName ?? t.none],
          [t.status, t.statuses[identStatus]],
          [t.founded, legalDate?.slice(0, 10) ?? t.none],
          [t.owner, adminInfo?.userName ?? t.none],
          [t.members, count(userNum)],
        ]}
      />
      <p className="text-small text-n-600">{t.corpHint}</p>
    </div>
  );
}
