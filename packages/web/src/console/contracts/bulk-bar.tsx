import { X } from 'lucide-react';
import { Button, IconButton } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRight } from '../shell/console-context.js';
import { useNow } from '../shell/use-now.js';
import { contractsTexts } from './contracts-texts.js';
import { type BulkAct, bulkActs, divide } from './possible.js';
import type { Selection } from './use-selection.js';

interface Props {
  readonly selection: Selection;
  readonly open: (act: BulkAct) => void;
}

/** How many are selected, and for how many of them each act is possible. */
export default function BulkBar({ selection, open }: Props) {
  const t = useTexts(contractsTexts);
  const { userId, personName, corpName } = useConsole();
  const managesContracts = useRight('manageContracts');
  const now = useNow();
  const isOnline = useOnline();
  const { rows } = selection;
  const actor = { userId, personName, corpName, managesContracts };
  return (
    <section
      aria-label={t.selected(rows.length)}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-n-200 bg-n-0 px-4 py-2 shadow-sheet lg:px-6"
    >
      <span role="status" className="figures mr-2 text-desk font-medium">
        {t.selected(rows.length)}
      </span>
      {bulkActs.map((act) => {
        const { possible } = divide(act, rows, actor, now);
        return (
          <Button
            key={act}
            small
            look={act === 'revoke' || act === 'remove' ? 'danger' : 'plain'}
            isDisabled={possible.length === 0 || !isOnline}
            onPress={() => open(act)}
          >
            <span className="figures">{t.count(t[act], possible.length)}</span>
          </Button>
        );
      })}
      <span className="ml-auto">
        <IconButton label={t.deselect} onPress={() => selection.clear()}>
          <X {...iconSize} />
        </IconButton>
      </span>
    </section>
  );
}
