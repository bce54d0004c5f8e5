import { PenLine, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from '../shared/components/button.js';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { Sheet } from '../shared/components/sheet.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { foundSeals, isSearchable, recentFirst } from '../shared/seals/found-seals.js';
import { noteSeal, recentSeals } from '../shared/seals/recent-seals.js';
import { SealSearch } from '../shared/seals/seal-search.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { Area, SealChoice } from './marks.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly seals: readonly SealChoice[];
  readonly isEnterprise: boolean;
  /** null: the seal is placed freely. */
  readonly area: Area | null;
  /** Number of areas that are empty, including this one. */
  readonly openPlaces: number;
  readonly isFilled: boolean;
  readonly close: () => void;
  readonly choose: (seal: SealChoice, everywhere: boolean) => void;
  /** null where handwriting makes no sense, as for a seam area. */
  readonly write: (() => void) | null;
  readonly remove: () => void;
}

/** Selects a seal, for one area or for all empty ones. */
export function SealPicker(props: Props) {
  const { seals, isEnterprise, area, openPlaces, isFilled, close, choose, write, remove } = props;
  const t = useTexts(signTexts);
  const app = useTexts(commonTexts);
  const [words, setWords] = useState('');
  const [recent] = useState(recentSeals);
  const hasMany = isSearchable(seals);
  const shown = hasMany ? foundSeals(recentFirst(seals, recent), words, ({ name }) => [name]) : seals;
  const [chosenId, setChosen] = useState(
    () => (seals.find(({ isDefault }) => isDefault) ?? seals[0])?.sealId,
  );
  const chosen = seals.find(({ sealId }) => sealId === chosenId);
  const everywhere = area !== null && openPlaces > 1;
  const place = (seal: SealChoice, isEverywhere: boolean) => {
    noteSeal(seal.sealId);
    choose(seal, isEverywhere);
  };
  const footer =
    chosen === undefined ? undefined : (
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        {everywhere && (
          <Button look="ink" wide onPress={() => place(chosen, true)}>
            {t.everywhere(openPlaces)}
          </Button>
        )}
        <Button look={everywhere ? 'plain' : 'ink'} wide onPress={() => place(chosen, false)}>
          {area === null ? t.placeIt : everywhere ? t.onlyHere : isEnterprise ? t.sealHere : t.useHere}
        </Button>
      </div>
    );
  return (
    <Sheet
      title={isEnterprise ? t.pickSeal : t.pickSignature}
      isOpen
      close={close}
      {...(footer === undefined ? {} : { footer })}
    >
      {seals.length === 0 && <p className="my-4 text-body text-n-600">{t.noSeals}</p>}
      {hasMany && <SealSearch words={words} change={setWords} />}
      {seals.length > 0 && shown.length === 0 && (
        <p role="status" className="my-4 text-body text-n-600 names">
          {app.noSealFound(words)}
        </p>
      )}
      <div className="grid grid-cols-2 gap-3 pt-1 sm:grid-cols-3">
        {shown.map((seal) => (
          <SealCard
            key={seal.sealId}
            seal={seal}
            isChosen={seal.sealId === chosenId}
            isRecent={hasMany && recent.includes(seal.sealId)}
            choose={() => setChosen(seal.sealId)}
          />
        ))}
        {write !== null && (
          <AriaButton
            onPress={write}
            className="flex min-h-[168px] flex-col items-center justify-center gap-2 rounded-card border border-dashed border-n-400 p-3 text-body text-n-700 hover:bg-n-50"
          >
            <PenLine {...iconSize} />
            {t.write}
          </AriaButton>
        )}
      </div>
      {isFilled && (
        <div className="mt-4">
          <Button look="danger" wide onPress={remove}>
            {t.remove}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

interface CardProps {
  readonly seal: SealChoice;
  readonly isChosen: boolean;
  readonly isRecent: boolean;
  readonly choose: () => void;
}

function SealCard({ seal, isChosen, isRecent, choose }: CardProps) {
  const t = useTexts(signTexts);
  const app = useTexts(commonTexts);
  return (
    <AriaButton
      onPress={choose}
      aria-pressed={isChosen}
      className={`flex min-h-[168px] flex-col items-center rounded-card border p-3 text-center transition-colors duration-[120ms] hover:bg-n-25 ${
        isChosen ? 'border-n-900 ring-1 ring-n-900' : 'border-n-300'
      }`}
    >
      <img src={ownPicture(seal.pictureUrl)} alt="" className="size-24 object-contain" />
      <span className="mt-2 text-small font-medium names">
        <bdi>{seal.name}</bdi>
      </span>
      <span className="figures mt-0.5 text-caption text-n-500">
        {t.millimetres(seal.widthMm, seal.heightMm)}
        {seal.isDefault && !seal.needsApproval ? ` · ${t.default}` : ''}
        {isRecent && ` · ${app.recentlyUsed}`}
      </span>
      {seal.needsApproval && (
        <span className="mt-1 inline-flex items-center gap-1 text-caption font-medium text-warning">
          <ShieldAlert {...smallIcon} />
          {t.needsApproval}
        </span>
      )}
    </AriaButton>
  );
}
