import { Ellipsis, Plus } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { partyLook } from '../canvas/party-look.js';
import { Button } from '../shared/components/button.js';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import type { Design, Party } from './design.js';
import type { DesignerEvent } from './designer-state.js';
import { fillQueue, possibleSignMoves, type SignMove, signSteps } from './lanes.js';
import { Menu } from './menu.js';
import { partyTexts } from './party-texts.js';
import { spokenOrder } from './spoken-order.js';

interface Props {
  readonly design: Design;
  readonly chosen: Party['key'] | null;
  readonly isReader: boolean;
  readonly send: (event: DesignerEvent) => void;
  readonly edit: (party: Party | null) => void;
  readonly remove: (party: Party) => void;
}

/** The parties, and the lanes in which they fill and sign. */
export function PartiesPane({ design, chosen, isReader, send, edit, remove }: Props) {
  const t = useTexts(partyTexts);
  const { parties } = design;
  const letterOf = (party: Party) => partyLook(parties.indexOf(party)).letter;
  return (
    <section aria-label={t.parties} className="border-b border-n-200 p-4">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="m-0 text-small font-medium text-n-500">{t.parties}</h2>
        {!isReader && (
          <Button small look="quiet" onPress={() => edit(null)}>
            <Plus {...smallIcon} />
            {t.add}
          </Button>
        )}
      </div>
      <ul className="m-0 mb-4 list-none space-y-1 p-0">
        {parties.map((party, index) => (
          <PartyCard
            key={party.key}
            party={party}
            index={index}
            count={design.controls.filter((control) => control.party === party.key).length}
            isChosen={party.key === chosen}
            choose={() => send({ type: 'partyChosen', key: party.key })}
            {...(isReader ? {} : { edit: () => edit(party), remove: () => remove(party) })}
          />
        ))}
      </ul>
      {parties.length > 0 && (
        <>
          <FillLane parties={parties} isReader={isReader} send={send} />
          <SignLane parties={parties} isReader={isReader} send={send} />
          <p className="m-0 mt-2 text-small text-n-600">{spokenOrder(parties, letterOf, t.order)}</p>
        </>
      )}
    </section>
  );
}

interface CardProps {
  readonly party: Party;
  readonly index: number;
  readonly count: number;
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly edit?: () => void;
  readonly remove?: () => void;
}

function PartyCard({ party, index, count, isChosen, choose, edit, remove }: CardProps) {
  const t = useTexts(partyTexts);
  const duties = [...(party.fills ? [t.fills] : []), ...(party.signs ? [t.signs] : [])].join(t.and);
  return (
    <li
      className={`flex items-center rounded-control border ${isChosen ? 'border-n-900 bg-n-0' : 'border-transparent hover:bg-n-50'}`}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={choose}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-2 border-0 bg-transparent px-2 py-1 text-left"
      >
        <Letter index={index} />
        <span className="min-w-0 flex-1">
          <bdi className="line-clamp-2 block text-desk font-medium text-n-900 names">
            {party.flag === '' ? t.unnamed : party.flag}
          </bdi>
          <span className="figures block text-caption text-n-500">
            {[party.isEnterprise ? t.enterprise : t.person, duties, t.count(count)]
              .filter((each) => each !== '')
              .join(' · ')}
          </span>
        </span>
      </button>
      {edit !== undefined && remove !== undefined && (
        <Menu
          label={t.moreOf(party.flag)}
          icon={<Ellipsis {...iconSize} />}
          items={[
            { id: 'edit', words: t.edit, run: edit },
            { id: 'remove', words: t.remove, run: remove },
          ]}
        />
      )}
    </li>
  );
}

function Letter({ index }: { readonly index: number }) {
  const { fill, letter } = partyLook(index);
  return (
    <span
      aria-hidden
      className={`flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-n-0 ${fill}`}
    >
      {letter}
    </span>
  );
}

interface LaneProps {
  readonly parties: readonly Party[];
  readonly isReader: boolean;
  readonly send: (event: DesignerEvent) => void;
}

/** What a dragged card carries; cards of one lane cannot be dropped on the other. */
const FILL = 'text/x-cinnabar-fill';
const SIGN = 'text/x-cinnabar-sign';

const laneLook = 'mb-2 flex min-h-11 flex-wrap items-center gap-1';

function FillLane({ parties, isReader, send }: LaneProps) {
  const t = useTexts(partyTexts);
  const queue = fillQueue(parties);
  if (queue.length === 0) return null;
  const move = (key: string, index: number) =>
    send({ type: 'did', command: { type: 'fillMoved', key, index } });
  return (
    <section aria-label={t.fillLane} className={laneLook}>
      <span className="w-8 shrink-0 text-small text-n-600">{t.fills}</span>
      {queue.map((party, index) => (
        <Drop key={party.key} format={FILL} isReader={isReader} drop={(key) => move(key, index)}>
          <LaneCard
            party={party}
            index={parties.indexOf(party)}
            label={t.fillsAt(spoken(parties, party), index + 1)}
            format={FILL}
            items={
              isReader
                ? []
                : [
                    ...(index > 0
                      ? [{ id: 'earlier', words: t.earlier, run: () => move(party.key, index - 1) }]
                      : []),
                    ...(index < queue.length - 1
                      ? [{ id: 'later', words: t.later, run: () => move(party.key, index + 1) }]
                      : []),
                  ]
            }
          />
          {index < queue.length - 1 && <Arrow />}
        </Drop>
      ))}
    </section>
  );
}

function SignLane({ parties, isReader, send }: LaneProps) {
  const t = useTexts(partyTexts);
  const steps = signSteps(parties);
  if (steps.length === 0) return null;
  const moved = (key: string, move: SignMove) =>
    send({ type: 'did', command: { type: 'signMoved', key, move } });
  const put = (key: string, kind: 'with' | 'before', step: number) =>
    send({ type: 'did', command: { type: 'signPut', key, target: { kind, step } } });
  return (
    <section aria-label={t.signLane} className={laneLook}>
      <span className="w-8 shrink-0 text-small text-n-600">{t.signs}</span>
      {steps.map((step, index) => (
        <span key={step.map(({ key }) => key).join(' ')} className="flex items-center gap-1">
          <Drop format={SIGN} isReader={isReader} drop={(key) => put(key, 'before', index)}>
            <span className="h-9 w-1.5 rounded-full" aria-hidden />
          </Drop>
          <Drop format={SIGN} isReader={isReader} drop={(key) => put(key, 'with', index)}>
            <span
              className={`flex flex-col gap-1 rounded-control p-0.5 ${step.length > 1 ? 'bg-n-100' : ''}`}
            >
              {step.map((party) => (
                <LaneCard
                  key={party.key}
                  party={party}
                  index={parties.indexOf(party)}
                  label={t.signsAt(spoken(parties, party), index + 1)}
                  format={SIGN}
                  items={
                    isReader
                      ? []
                      : possibleSignMoves(parties, party.key).map((move) => ({
                          ...{ id: move, words: t[move], run: () => moved(party.key, move) },
                        }))
                  }
                />
              ))}
            </span>
          </Drop>
          {index < steps.length - 1 && <Arrow />}
        </span>
      ))}
      <Drop format={SIGN} isReader={isReader} drop={(key) => put(key, 'before', steps.length)}>
        <span className="h-9 w-4 rounded-full" aria-hidden />
      </Drop>
    </section>
  );
}

function Arrow() {
  return (
    <span aria-hidden className="px-0.5 text-n-500">
      ›
    </span>
  );
}

interface LaneCardProps {
  readonly party: Party;
  readonly index: number;
  readonly label: string;
  readonly format: string;
  readonly items: readonly { readonly id: string; readonly words: string; readonly run: () => void }[];
}

/** A party in a lane: dragged, or moved by its menu. */
function LaneCard({ party, index, label, format, items }: LaneCardProps) {
  const look = partyLook(index);
  const face = (
    <span
      className={`flex h-9 items-center gap-1.5 rounded-control border-2 bg-n-0 px-2 text-small font-medium ${look.edge} ${look.dash}`}
    >
      <span className={look.words}>{look.letter}</span>
      <bdi className="max-w-20 truncate text-n-900">{party.flag}</bdi>
    </span>
  );
  if (items.length === 0) return <span title={label}>{face}</span>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu of the card does the same by keyboard
    <span
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(format, party.key);
        event.dataTransfer.effectAllowed = 'move';
      }}
      className="cursor-grab"
    >
      <Menu label={label} icon={face} items={items} isBare />
    </span>
  );
}

interface DropProps {
  readonly format: string;
  readonly isReader: boolean;
  readonly drop: (key: string) => void;
  readonly children: React.ReactNode;
}

function Drop({ format, isReader, drop, children }: DropProps) {
  const [isOver, setOver] = useState(false);
  const accepts = ({ dataTransfer }: DragEvent) => !isReader && dataTransfer.types.includes(format);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menus of the cards do the same by keyboard
    <span
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        drop(event.dataTransfer.getData(format));
      }}
      className={`flex items-center rounded-control ${isOver ? 'bg-info-tint outline-2 outline-info' : ''}`}
    >
      {children}
    </span>
  );
}

/** As the card shows it. */
function spoken(parties: readonly Party[], party: Party): string {
  return `${partyLook(parties.indexOf(party)).letter} ${party.flag}`;
}
