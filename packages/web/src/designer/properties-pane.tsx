import { Button } from '../shared/components/button.js';
import { CheckField } from '../shared/components/check-field.js';
import { onDemand } from '../shared/components/on-demand.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { AnchorFields } from './anchor-fields.js';
import { checkedControls } from './checked-controls.js';
import { type ControlChange, mayHave } from './commands.js';
import { controlTypes, hasText, isArea, kindOf } from './control-kinds.js';
import type { Control, Design } from './design.js';
import { designerTexts } from './designer-texts.js';
import { PlaceFields } from './place-fields.js';
import { propertyTexts } from './property-texts.js';
import { ruledControls, withKeysToName } from './ruled-controls.js';
import { suggestedKey } from './suggested-key.js';
import { TextStyle } from './text-style.js';
import { TypeFields } from './type-fields.js';
import type { Anchoring } from './use-anchoring.js';
import type { HitsOf } from './use-keyword-hits.js';
import { WrappingSelect } from './wrapping-select.js';

const RulesPanel = onDemand(() => import('./rules-panel.js'));

interface Props {
  readonly design: Design;
  /** The selected ones, at least one. */
  readonly controls: readonly [Control, ...Control[]];
  /** `kind` merges successive changes into one step of undo. */
  readonly change: (change: ControlChange, kind?: string) => void;
  /** Controls as they are to be. */
  readonly edit: (controls: readonly Control[], kind: string) => void;
  readonly move: (
    key: string,
    box: { readonly x?: number; readonly y?: number; readonly width?: number; readonly height?: number },
  ) => void;
  readonly duplicate: () => void;
  readonly copyTo: () => void;
  readonly keepBlock: (() => void) | null;
  readonly hitsOf: HitsOf;
  readonly anchor: Anchoring['anchor'];
  readonly remove: () => void;
}

/** Everything that the selected controls can be given; what only one control has is shown for one. */
export function PropertiesPane(props: Props) {
  const { design, controls, change, edit, move, duplicate, copyTo, keepBlock, remove, hitsOf, anchor } =
    props;
  const t = useTexts(propertyTexts);
  const words = useTexts(designerTexts);
  const [first] = controls;
  const isOne = controls.length === 1;
  const isSameType = controls.every(({ type }) => type === first.type);
  const kind = kindOf(first);
  const isSeam = kind === 'seam';
  const parties = design.parties.filter((party) => controls.every((control) => mayHave(party, control)));
  const others = design.controls.filter(({ key }) => key !== first.key);
  const keys = new Set(others.map(({ componentKey }) => componentKey.trim()));
  const suggestion = suggestedKey(first.name, keys);
  const pageCount = design.files.find(({ key }) => key === first.file)?.totalPage ?? 1;
  return (
    <div>
      <h3 className="figures mt-0 mb-3 text-small font-medium text-n-500">
        {!isOne
          ? t.selected(controls.length)
          : kind === null
            ? t.unknownType(first.type)
            : words[kind === 'area' ? 'seal' : kind]}
      </h3>
      {isOne && (
        <TextField
          label={t.name}
          value={first.name}
          onChange={(name) => change({ name }, 'name')}
          error={first.name.trim() === '' ? t.noName : null}
          maxLength={100}
          autoComplete="off"
        />
      )}
      {parties.length > 0 && (
        <WrappingSelect
          label={t.party}
          value={controls.every(({ party }) => party === first.party) ? first.party : ''}
          options={[
            ...(controls.every(({ party }) => party === first.party) ? [] : [['', '—'] as const]),
            ...parties.map(({ key, flag }): readonly [string, string] => [key, flag]),
          ]}
          onChange={(party) => party !== '' && change({ party })}
        />
      )}
      <CheckField
        label={controls.every(isArea) ? t.requiredSign : t.required}
        isChecked={controls.every(({ isRequired }) => isRequired)}
        onChange={(isRequired) => change({ isRequired })}
      />
      {isSameType && <TypeFields controls={controls} change={change} />}
      {controls.every(hasText) && <TextStyle controls={controls} change={change} />}
      {isOne && !isArea(first) && (
        <>
          <TextField
            label={t.key}
            hint={t.keyHint}
            value={first.componentKey}
            onChange={(componentKey) => change({ componentKey }, 'key')}
            error={first.componentKey !== '' && keys.has(first.componentKey.trim()) ? t.keyTaken : null}
            maxLength={100}
            autoComplete="off"
          />
          {first.componentKey === '' && suggestion !== null && (
            <div className="-mt-2 mb-4">
              <Button small look="link" onPress={() => change({ componentKey: suggestion })}>
                {t.keyUse(suggestion)}
              </Button>
            </div>
          )}
          <TextField
            label={t.order}
            hint={t.orderHint}
            value={String(first.attribute.order ?? '')}
            onChange={(order) =>
              /^\d{0,6}$/.test(order) &&
              change({ attribute: { order: order === '' ? undefined : Number(order) } }, 'order')
            }
            inputMode="numeric"
            autoComplete="off"
          />
        </>
      )}
      {isOne && first.type !== controlTypes.area && !isSeam && (
        <AnchorFields
          control={first}
          edit={(control, kind) => edit([control], kind)}
          {...{ change, hitsOf, anchor }}
        />
      )}
      {isOne && (
        <RulesPanel
          controls={checkedControls(withKeysToName(design, first))}
          place={design.controls.indexOf(first)}
          change={(rules) => edit(ruledControls(design, first, rules), 'rules')}
        />
      )}
      {isOne && <PlaceFields control={first} move={(box) => move(first.key, box)} />}
      <div className="mt-4 flex flex-col gap-2">
        {!isSeam && pageCount > 1 && (
          <Button wide small onPress={copyTo}>
            {t.copyTo}
          </Button>
        )}
        {keepBlock !== null && (
          <Button wide small onPress={keepBlock}>
            {t.keepBlock}
          </Button>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button wide small isDisabled={isSeam} onPress={duplicate}>
            {t.duplicate}
          </Button>
          <Button wide small look="danger" onPress={remove}>
            {t.delete}
          </Button>
        </div>
      </div>
    </div>
  );
}
