import type { PointerEvent, ReactNode } from 'react';
import { partyLook } from '../canvas/party-look.js';
import { ChoiceGroup } from '../shared/components/choice-group.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';
import type { Party, View } from './placed.js';
import { iconOf, wordOf } from './tool-look.js';
import { fillTools, signTools, type Tool } from './tools.js';

interface Props {
  readonly view: View;
  readonly party: Party;
  readonly choose: (party: Party) => void;
  readonly countOf: (party: Party) => number;
  /** Why the tool cannot be used here; null if it can. */
  readonly obstacleTo: (tool: Tool) => string | null;
  readonly add: (tool: Tool) => void;
  readonly drag: (tool: Tool, event: PointerEvent<HTMLElement>) => void;
  readonly isWide: boolean;
}

/** Selects the party and the kind of field to place. */
export function Palette(props: Props) {
  return props.isWide ? <SidePalette {...props} /> : <BarPalette {...props} />;
}

function SidePalette({ view, party, choose, countOf, ...tools }: Props) {
  const t = useTexts(placeTexts);
  return (
    <div className="p-4">
      <h2 className="m-0 mb-2 text-small font-medium text-n-500">{t.parties}</h2>
      <div className="mb-6">
        <PartyChoice
          {...{ view, party, choose }}
          look="flex flex-col gap-1"
          optionLook="flex min-h-14 items-center gap-3 rounded-control border border-transparent px-2 py-2 hover:bg-n-50 data-[selected]:border-n-900 data-[selected]:bg-n-0"
        >
          {(each) => (
            <>
              <span className="min-w-0 flex-1">
                <bdi className="line-clamp-4 text-desk leading-5 font-medium names">{each.name}</bdi>
                <span className="block text-caption text-n-500">
                  {each.flag} · {duties(each, t)}
                </span>
              </span>
              <span className="figures shrink-0 text-caption text-n-500">{t.count(countOf(each))}</span>
            </>
          )}
        </PartyChoice>
      </div>
      <ToolGroup label={t.signTools} group={signTools} party={party} {...tools} />
      <ToolGroup label={t.fillTools} group={fillTools} party={party} {...tools} />
      <p className="m-0 mt-3 text-caption text-n-500">{t.toolsHint}</p>
    </div>
  );
}

interface PartyProps extends Pick<Props, 'view' | 'party' | 'choose'> {
  readonly look: string;
  readonly optionLook: string;
  readonly children: (party: Party) => ReactNode;
}

function PartyChoice({ view, party, choose, look, optionLook, children }: PartyProps) {
  const t = useTexts(placeTexts);
  const partyWith = (flag: string) => view.placeParties.find((each) => each.flag === flag);
  return (
    <ChoiceGroup
      legend={t.parties}
      isLegendHidden
      value={party.flag}
      options={view.placeParties.map(({ flag }) => flag)}
      onChange={(flag) => {
        const chosen = partyWith(flag);
        if (chosen !== undefined) choose(chosen);
      }}
      look={look}
      optionLook={optionLook}
    >
      {(flag) => {
        const each = partyWith(flag);
        const { fill, letter } = partyLook(each === undefined ? -1 : view.placeParties.indexOf(each));
        return (
          <>
            <span
              aria-hidden
              className={`flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-n-0 ${fill}`}
            >
              {letter}
            </span>
            {each !== undefined && children(each)}
          </>
        );
      }}
    </ChoiceGroup>
  );
}

function duties({ signs, fills }: Party, t: typeof placeTexts.zh): string {
  return [...(fills ? [t.fills] : []), ...(signs ? [t.signs] : [])].join(t.comma);
}

interface GroupProps extends Pick<Props, 'party' | 'obstacleTo' | 'add' | 'drag'> {
  readonly label: string;
  readonly group: readonly Tool[];
}

function ToolGroup({ label, group, party, obstacleTo, add, drag }: GroupProps) {
  const t = useTexts(placeTexts);
  const obstacles = group.map(obstacleTo);
  const [first] = obstacles;
  // A reason shared by all tools is stated once.
  const shared =
    first !== undefined && first !== null && obstacles.every((each) => each === first) ? first : null;
  return (
    <div role="toolbar" aria-label={label} className="mb-4">
      <h3 className="m-0 mb-2 text-small font-medium text-n-500">{label}</h3>
      {shared !== null ? (
        <p className="m-0 text-small text-n-500">{shared}</p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          {group.map((tool, index) => {
            const Icon = iconOf(tool, party.isEnterprise);
            const obstacle = obstacles[index] ?? null;
            return (
              <button
                key={tool}
                type="button"
                disabled={obstacle !== null}
                onClick={() => add(tool)}
                onPointerDown={(event) => drag(tool, event)}
                {...(obstacle === null
                  ? {}
                  : { 'aria-label': `${wordOf(tool, party.isEnterprise, t)}，${obstacle}` })}
                className="flex min-h-11 cursor-grab touch-none items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 text-desk select-none hover:bg-n-50 disabled:cursor-not-allowed disabled:border-n-300 disabled:bg-n-100 disabled:text-n-500"
              >
                <Icon {...iconSize} className="shrink-0" />
                <span className="truncate">{wordOf(tool, party.isEnterprise, t)}</span>
              </button>
            );
          })}
        </div>
      )}
      {shared === null && obstacles.some((each) => each !== null) && (
        <p className="m-0 mt-1 text-caption text-n-500">{obstacles.find((each) => each !== null)}</p>
      )}
    </div>
  );
}

/** Phone version: two scrolling rows at the bottom. */
function BarPalette({ view, party, choose, obstacleTo, add, drag }: Props) {
  const t = useTexts(placeTexts);
  const tools = [...signTools, ...fillTools].filter((tool) => obstacleTo(tool) === null || tool === 'seam');
  return (
    <div className="border-t border-n-200 bg-n-0">
      <PartyChoice
        {...{ view, party, choose }}
        look="flex gap-2 overflow-x-auto px-4 pt-2 pb-1"
        optionLook="inline-flex min-h-11 max-w-64 shrink-0 items-center gap-2 rounded-full border border-n-400 bg-n-0 pr-4 pl-2 text-small data-[selected]:border-n-900 data-[selected]:ring-1 data-[selected]:ring-n-900"
      >
        {(each) => <bdi className="line-clamp-3 py-1 text-left leading-4 names">{each.name}</bdi>}
      </PartyChoice>
      <div role="toolbar" aria-label={t.tools} className="flex gap-1 overflow-x-auto px-3 py-1">
        {tools.map((tool) => {
          const Icon = iconOf(tool, party.isEnterprise);
          const obstacle = obstacleTo(tool);
          return (
            <button
              type="button"
              key={tool}
              disabled={obstacle !== null}
              onClick={() => add(tool)}
              onPointerDown={(event) => drag(tool, event)}
              {...(obstacle === null
                ? {}
                : { 'aria-label': `${wordOf(tool, party.isEnterprise, t)}，${obstacle}` })}
              className="flex h-13 min-w-14 shrink-0 [touch-action:pan-x] flex-col items-center justify-center gap-0.5 rounded-control px-2 text-caption text-n-700 select-none hover:bg-n-100 disabled:text-n-500 disabled:opacity-60"
            >
              <Icon {...iconSize} />
              {wordOf(tool, party.isEnterprise, t)}
            </button>
          );
        })}
      </div>
    </div>
  );
}
