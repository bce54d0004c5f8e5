import type { SuggestedControl } from '../canvas/suggestions/suggested-control.js';
import type { SuggestionActs } from '../canvas/suggestions/suggestion-acts.js';
import { SuggestedProperties } from '../canvas/suggestions/suggestions-pane.js';
import { onDemand } from '../shared/components/on-demand.js';
import { useTexts } from '../shared/text/language.js';
import { keepableKeys } from './blocks.js';
import type { Command } from './commands.js';
import type { Control, Design } from './design.js';
import { designerTexts } from './designer-texts.js';
import { arrangedRows } from './list-acts.js';
import { PropertiesPane } from './properties-pane.js';
import type { Anchoring } from './use-anchoring.js';
import type { useCanvasCommands } from './use-canvas-commands.js';
import type { HitsOf } from './use-keyword-hits.js';

const ArrangeMenu = onDemand(() => import('./arrange-menu.js'));

interface Props {
  readonly design: Design;
  readonly selection: readonly Control['key'][];
  readonly isReader: boolean;
  readonly acts: Pick<ReturnType<typeof useCanvasCommands>, 'desk' | 'duplicate' | 'remove'>;
  readonly run: (command: Command, kind?: string) => void;
  readonly copyTo: () => void;
  /** null: blocks are not kept here. */
  readonly keepBlock: ((keys: readonly Control['key'][]) => void) | null;
  readonly hitsOf: HitsOf;
  readonly anchoring: Anchoring;
  /** The selected one, if it is the only one. */
  readonly suggestion: SuggestedControl | undefined;
  readonly suggesting: SuggestionActs;
}

/** The properties of what is selected. */
export function SelectedPane(props: Props) {
  const { design, selection, isReader, acts, run, copyTo, keepBlock, suggestion } = props;
  const t = useTexts(designerTexts);
  const [one, ...more] = design.controls.filter(({ key }) => selection.includes(key));
  if (suggestion !== undefined) return <SuggestedProperties suggestion={suggestion} {...props.suggesting} />;
  if (one === undefined) return <p className="m-0 text-small text-n-500">{t.nothing}</p>;
  const keepable = keepableKeys(design, selection);
  return (
    <fieldset disabled={isReader} className="m-0 min-w-0 border-0 p-0">
      {more.length > 0 && (
        <div className="mb-3">
          <ArrangeMenu
            isDisabled={isReader}
            arrange={(arrangement) => {
              const controls = arrangedRows([one, ...more], arrangement, acts.desk.pageSize);
              if (controls.length > 0) run({ type: 'controlsEdited', controls });
            }}
          />
        </div>
      )}
      <PropertiesPane
        key={selection.join()}
        design={design}
        controls={[one, ...more]}
        change={(change, kind = '') =>
          run(
            { type: 'controlsChanged', keys: selection, change },
            kind === '' ? '' : `${kind} ${selection.join()}`,
          )
        }
        edit={(controls, kind) => run({ type: 'controlsEdited', controls }, `${kind} ${one.key}`)}
        move={(key, box) => run({ type: 'controlsMoved', moves: [{ key, ...box }] }, `numbers ${key}`)}
        duplicate={() => acts.duplicate(selection)}
        copyTo={copyTo}
        keepBlock={keepBlock === null || keepable.length === 0 ? null : () => keepBlock(keepable)}
        hitsOf={props.hitsOf}
        anchor={props.anchoring.anchor}
        remove={() => acts.remove(selection)}
      />
    </fieldset>
  );
}
