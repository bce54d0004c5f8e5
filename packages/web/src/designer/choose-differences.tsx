import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ChoiceGroup, ChoiceMark } from '../shared/components/choice-group.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import type { Design } from './design.js';
import { designerTexts } from './designer-texts.js';
import { type Difference, differences, onlyTheirs, withTaken } from './difference.js';

interface Props {
  readonly title: string;
  /** The common state; null if it is not known. */
  readonly base: Design | null;
  readonly mine: Design;
  readonly theirs: Design;
  readonly merge: (design: Design) => void;
  readonly close: () => void;
}

/** Both versions side by side, element by element: one's own or the other's. */
export default function ChooseDifferences({ title, base, mine, theirs, merge, close }: Props) {
  const t = useTexts(designerTexts);
  const all = differences(mine, theirs);
  const [own] = useState(() => (base === null ? [] : onlyTheirs(base, mine, theirs)));
  const isTheirs = (one: Difference) => own.some(({ kind, key }) => kind === one.kind && key === one.key);
  const open = all.filter((one) => !isTheirs(one));
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const id = ({ kind, key }: Difference) => `${kind} ${key}`;
  const finish = () =>
    merge(
      withTaken(
        mine,
        theirs,
        all.filter((one) => isTheirs(one) || chosen[id(one)] === 'theirs'),
      ),
    );
  return (
    <Sheet
      title={title}
      isOpen
      wide
      close={close}
      footer={
        <Button look="ink" wide onPress={finish}>
          {t.merge}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{open.length === 0 ? t.conflictNone : t.conflictText}</p>
      <ul className="m-0 list-none divide-y divide-n-200 p-0">
        {open.map((one) => (
          <li key={id(one)} className="flex flex-wrap items-center gap-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="text-small text-n-500">
                {t.kinds[one.kind]} · {t.differs[one.what]}
              </span>
              <bdi className="block text-desk font-medium names">{one.name}</bdi>
            </span>
            <ChoiceGroup
              legend={one.name}
              isLegendHidden
              value={chosen[id(one)] ?? 'mine'}
              options={['mine', 'theirs'] as const}
              onChange={(side) => setChosen({ ...chosen, [id(one)]: side })}
              look="flex gap-2"
              optionLook="flex min-h-11 items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 text-small data-[selected]:border-n-900"
            >
              {(side) => (
                <>
                  <ChoiceMark />
                  {t[side]}
                </>
              )}
            </ChoiceGroup>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
