import type { PointerEvent } from 'react';
import { kindIcons } from '../canvas/kind-look.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { type ControlKind, fillKinds, obstacleTo, signKinds } from './control-kinds.js';
import type { Design, Party, TemplateFile } from './design.js';
import { designerTexts } from './designer-texts.js';

interface Props {
  readonly design: Design;
  readonly party: Party | undefined;
  /** The file in sight. */
  readonly file: TemplateFile | undefined;
  /** Whether a page is shown on which a control can be placed. */
  readonly isReady: boolean;
  readonly add: (kind: ControlKind) => void;
  readonly drag: (kind: ControlKind, event: PointerEvent<HTMLElement>) => void;
}

/** The kinds of controls, for the chosen party. */
export function ToolsPane({ design, party, file, isReady, add, drag }: Props) {
  const t = useTexts(designerTexts);
  if (party === undefined) return <p className="m-0 p-4 text-small text-n-500">{t.noParty}</p>;
  return (
    <div className="p-4">
      {([signKinds, fillKinds] as const).map((group) => {
        const label = group === signKinds ? t.signTools : t.fillTools;
        const found = group.map((kind) => obstacleTo(design, kind, party, file));
        const reasons = [...new Set(found.filter((each) => each !== null))];
        return (
          <div key={label} role="toolbar" aria-label={label} className="mb-4">
            <h2 className="m-0 mb-2 text-small font-medium text-n-500">{label}</h2>
            <div className="grid grid-cols-2 gap-2">
              {group.map((kind, index) => {
                const shown = kind === 'area' ? (party.isEnterprise ? 'seal' : 'signature') : kind;
                const Icon = kindIcons[shown];
                const obstacle = found[index] ?? null;
                return (
                  <button
                    key={kind}
                    type="button"
                    disabled={obstacle !== null || !isReady}
                    onClick={() => add(kind)}
                    onPointerDown={(event) => drag(kind, event)}
                    {...(obstacle === null ? {} : { 'aria-label': `${t[shown]}，${t[obstacle]}` })}
                    className="flex min-h-11 cursor-grab touch-none items-center gap-2 rounded-control border border-n-400 bg-n-0 px-2 text-small select-none hover:bg-n-50 disabled:cursor-not-allowed disabled:border-n-300 disabled:bg-n-100 disabled:text-n-500"
                  >
                    <Icon {...iconSize} className="shrink-0" />
                    <span className="truncate">{t[shown]}</span>
                  </button>
                );
              })}
            </div>
            {reasons.length > 0 && (
              <p className="m-0 mt-1 text-caption text-n-500">{reasons.map((each) => t[each]).join('；')}</p>
            )}
          </div>
        );
      })}
      <p className="m-0 text-caption text-n-500">{t.toolsHint}</p>
    </div>
  );
}
