import { SealStatus } from '@cinnabar/api/enums.js';
import {
  listDecidedSeals,
  SEALS_PER_PAGE,
  setSealStanding,
  viewSealUse,
} from '@cinnabar/api/pages/platform-seals.js';
import { CircleCheck, CircleX, Clock, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { smallIcon } from '../shared/components/icons.js';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { usePageState } from '../shared/router/page-state.js';
import { sealTexts } from '../shared/seals/seal-texts.js';
import { useTexts } from '../shared/text/language.js';
import { Answered, ListPages, NothingHere, rowsLook } from './list-parts.js';
import { ListSearch } from './list-search.js';
import { localMoment } from './local-moment.js';
import { useAsked, useOperatorAct } from './platform-context.js';
import { sealsTexts } from './seals-texts.js';

type Seal = DataOf<typeof listDecidedSeals>['seals'][number];

/** Seals whose review is over or that needed none, to be suspended and resumed. */
export function DecidedSeals() {
  const t = useTexts(sealsTexts);
  const [{ name = '', page = 1 }, keep] = usePageState('platform');
  const asked = useAsked(listDecidedSeals, { page, ...(name === '' ? {} : { name }) });
  const [opened, setOpened] = useState<Seal | null>(null);
  return (
    <section aria-label={t.decided} className="mt-10">
      <h2 className="m-0 mb-3 text-body font-semibold">{t.decided}</h2>
      <div className="mb-4 flex">
        <ListSearch
          label={t.search}
          act={t.find}
          name={name}
          search={(wanted) => keep({ name: wanted, page: undefined })}
        />
      </div>
      <Answered asked={asked}>
        {({ seals, totalCount }) => (
          <>
            {seals.length === 0 ? (
              <NothingHere text={name === '' ? t.noDecided : t.noneNamed(name)} />
            ) : (
              <ul className={rowsLook}>
                {seals.map((seal) => (
                  <SealRow key={seal.sealId} seal={seal} open={() => setOpened(seal)} />
                ))}
              </ul>
            )}
            <ListPages
              page={page}
              size={SEALS_PER_PAGE}
              total={totalCount}
              onPage={(next) => keep({ page: next })}
            />
          </>
        )}
      </Answered>
      {opened !== null && <MoveSheet seal={opened} close={() => setOpened(null)} />}
    </section>
  );
}

const looks = {
  1: { Icon: CircleCheck, colour: 'text-success' },
  2: { Icon: Clock, colour: 'text-warning' },
  3: { Icon: CircleX, colour: 'text-danger' },
  4: { Icon: LockKeyhole, colour: 'text-n-700' },
} as const;

interface RowProps {
  readonly seal: Seal;
  readonly open: () => void;
}

function SealRow({ seal, open }: RowProps) {
  const t = useTexts(sealsTexts);
  const categories = useTexts(sealTexts);
  const { sealName, corpName, categoryType, status, isOwnStop, reason, time, pictureUrl } = seal;
  const { Icon, colour } = looks[status];
  const move = moveOf(seal);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3">
      <img src={ownPicture(pictureUrl)} alt="" className="size-12 shrink-0 object-contain" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="m-0 flex flex-wrap items-center gap-x-3 text-desk">
          <bdi className="font-medium names">{sealName}</bdi>
          <span className={`inline-flex items-center gap-1 text-small ${colour}`}>
            <Icon {...smallIcon} />
            {isOwnStop ? t.ownStop : t.states[status]}
          </span>
        </p>
        <p className="m-0 text-small text-n-600 names">
          {corpName} · {categories[categoryType]}
        </p>
        {time !== null && (
          <p className="figures m-0 text-small text-n-900 names">
            {t.since(localMoment(time), reason ?? '')}
          </p>
        )}
      </div>
      {move !== null && (
        <Button
          small
          look={move === 'suspend' ? 'danger' : 'plain'}
          aria-label={move === 'suspend' ? t.suspendThis(sealName) : t.resumeThis(sealName)}
          onPress={open}
        >
          {move === 'suspend' ? t.suspend : t.resume}
        </Button>
      )}
    </li>
  );
}

/** What its enterprise has suspended, it resumes itself. */
function moveOf({ status, isOwnStop }: Seal): 'suspend' | 'resume' | null {
  if (status === SealStatus.enabled) return 'suspend';
  return status === SealStatus.suspended && !isOwnStop ? 'resume' : null;
}

interface SheetProps {
  readonly seal: Seal;
  readonly close: () => void;
}

function MoveSheet({ seal, close }: SheetProps) {
  const t = useTexts(sealsTexts);
  const { corpId, sealId } = seal;
  const use = useAsked(viewSealUse, { corpId, sealId });
  const moving = useOperatorAct(setSealStanding, close);
  const move = moveOf(seal) ?? 'suspend';
  const isStop = move === 'suspend';
  return (
    <ReasonSheet
      title={isStop ? t.suspendTitle : t.resumeTitle}
      consequence={isStop ? t.suspendEffect(String(use.data?.waiting ?? '…')) : t.resumeEffect}
      reasons={isStop ? [t.reasonLost, t.reasonMisused, t.reasonAsked] : [t.reasonSettled, t.reasonMistake]}
      act={isStop ? t.suspend : t.resume}
      close={close}
      run={(reason) => moving.mutateAsync({ corpId, sealId, move, reason })}
    />
  );
}
