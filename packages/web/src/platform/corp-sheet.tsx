import { type PlatformCorpDetail, viewPlatformCorp } from '@cinnabar/api/pages/platform-corps.js';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { Facts } from '../shared/components/facts.js';
import { onDemand } from '../shared/components/on-demand.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import { BalanceForm, StatusForm } from './corp-forms.js';
import { CorpStatus } from './corp-status.js';
import { corpsTexts } from './corps-texts.js';
import { Answered, WaitingRows } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked, useDuty } from './platform-context.js';

/** Controls and texts that only a change of settings needs. */
const CorpSettings = onDemand(() => import('./corp-settings.js'), <WaitingRows />);
// Hardly ever needed.
const ClosingView = onDemand(() => import('./closing-view.js'), <WaitingRows />);

interface Props {
  readonly corpId: number;
  readonly close: () => void;
}

type View = 'facts' | 'balance' | 'status' | 'option' | 'closing';

/** One enterprise: what it is, and what the operator can change of it. */
export function CorpSheet({ corpId, close }: Props) {
  const t = useTexts(corpsTexts);
  const asked = useAsked(viewPlatformCorp, { corpId });
  const [view, setView] = useState<View>('facts');
  const back = () => setView('facts');
  return (
    <Sheet title={asked.data?.corpName ?? t.corp} isOpen close={close} wide>
      <Answered asked={asked}>
        {(corp) => {
          if (view === 'balance') return <BalanceForm corp={corp} done={back} />;
          if (view === 'status') return <StatusForm corp={corp} done={back} />;
          if (view === 'option') {
            return <CorpSettings corp={corp} done={back} />;
          }
          if (view === 'closing') {
            return <ClosingView corpId={corpId} done={back} />;
          }
          return <CorpFacts corp={corp} show={setView} />;
        }}
      </Answered>
    </Sheet>
  );
}

interface FactsProps {
  readonly corp: PlatformCorpDetail;
  readonly show: (view: View) => void;
}

function CorpFacts({ corp, show }: FactsProps) {
  const t = useTexts(corpsTexts);
  const keepsEnterprises = useDuty('system');
  const { ownerName, ownerMobile, options } = corp;
  const optionOf = (wanted: string) => options.find(({ name }) => name === wanted)?.value ?? '';
  const level = optionOf('corpLevel');
  const end = optionOf('levelExpireTime');
  const ends = end === '' || end === 'none' ? null : end;
  return (
    <>
      <Facts
        facts={[
          [t.corpId, corp.corpId],
          [t.corpCode, corp.corpCode ?? t.noCode],
          [t.status, <CorpStatus key="status" status={corp.identStatus} />],
          [t.owner, ownerName === null ? t.noOwner : `${ownerName} ${ownerMobile ?? ''}`],
          [t.contractsLeft, corp.contracts],
          [t.collectionsLeft, corp.collections],
          [t.members, corp.members],
          [t.applications, corp.applications],
          [t.unsigned, corp.unsigned],
          [t.level, t.levels[level] ?? level],
          ...(ends === null ? [] : [[t.levelEnds, localMoment(ends)] as const]),
        ]}
      />
      {keepsEnterprises && (
        <div className="flex flex-wrap gap-2">
          <Button small onPress={() => show('balance')}>
            {t.addBalance}
          </Button>
          <Button small onPress={() => show('option')}>
            {t.changeOption}
          </Button>
          {corp.identStatus === 'invalid' ? (
            <Button small onPress={() => show('status')}>
              {t.resume}
            </Button>
          ) : (
            <Button small look="danger" onPress={() => show('status')}>
              {t.stop}
            </Button>
          )}
          <Button small look="danger" onPress={() => show('closing')}>
            {t.closing}
          </Button>
        </div>
      )}
    </>
  );
}
