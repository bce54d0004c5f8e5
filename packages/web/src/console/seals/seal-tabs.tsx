import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRight } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { TabBar } from '../shell/tab-bar.js';
import { sealsTexts } from './seals-texts.js';

interface Props {
  readonly current: 'list' | 'matrix' | 'usage';
}

/** The views of seals that the person may open; absent for those who may open the list alone. */
export function SealTabs({ current }: Props) {
  const t = useTexts(sealsTexts);
  const { corpId } = useConsole();
  const managesSeals = useRight('manageSeals');
  const readsUse = useRight('readSealUse');
  if (!managesSeals && !readsUse) return null;
  return (
    <div className="-mx-4 mb-4 border-b border-n-200 lg:-mx-6">
      <TabBar
        label={t.tabs}
        tabs={[
          { value: 'list', words: t.title },
          ...(managesSeals ? [{ value: 'matrix', words: t.matrix } as const] : []),
          ...(readsUse ? [{ value: 'usage', words: t.usage } as const] : []),
        ]}
        value={current}
        // The filters of one are none of the others.
        onChange={(next) =>
          goToAddress(
            next === 'matrix'
              ? consoleAddress('consoleSealMatrix', { corpId })
              : consoleAddress('consoleSeals', { corpId }, next === 'list' ? {} : { tab: next }),
          )
        }
      />
    </div>
  );
}
