import { evaluateRules } from '@cinnabar/api/component-rules/evaluate.js';
import type { templateInfo } from '@cinnabar/api/operations/templates.js';
import type { DataOf } from '../../api/wire.js';
import { SelectField } from '../../shared/components/select-field.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import type { Draft } from './draft.js';
import { newTexts } from './new-texts.js';

type Template = DataOf<typeof templateInfo>;
type Control = Template['componentList'][number];

const INITIATOR = 3;
const DATE = 3;
const NUMBER = 2;
const TICK = 101;
const CHOICE = 102;
/** Text, number, date, several lines, tick and drop-down; a picture is filled in on the page of the contract. */
const TYPED: readonly number[] = [1, NUMBER, DATE, 8, TICK, CHOICE];

/** A field, and whether it has to be filled in: not while a later value decides whether it is shown. */
interface OwnControl {
  readonly control: Control;
  readonly isRequired: boolean;
}

/** The fields of the initiator that can be given with the start, as far as their conditions may hold. */
export function ownControls(
  { participantList, componentList }: Template,
  values: Draft['values'],
): readonly OwnControl[] {
  const own = participantList
    .filter(({ participantSetMode }) => participantSetMode === INITIATOR)
    .map(({ participantId }) => participantId);
  const ruled = componentList.map((control) => ({
    key: control.componentKey,
    name: control.componentName,
    type: control.componentType,
    attribute: control.specialAttribute,
  }));
  const isOwn = (control: Control | undefined) =>
    control !== undefined && own.includes(control.participantId);
  const standings = evaluateRules(ruled, {
    valueAt: (place) => values[componentList[place]?.componentId ?? 0] ?? componentList[place]?.value ?? '',
    isSettledAt: (place) => isOwn(componentList[place]),
  });
  return componentList.flatMap((control, place) => {
    const visibility = standings[place]?.visibility;
    const isTyped = TYPED.includes(control.componentType) && control.specialAttribute.formula === undefined;
    if (!isOwn(control) || !isTyped || visibility === 'hidden') return [];
    return [{ control, isRequired: control.required === 1 && visibility === 'shown' }];
  });
}

/** What was typed into these fields; what was typed into a hidden one stays in the draft alone. */
export function valuesOf(own: readonly OwnControl[], { values }: Draft): Draft['values'] {
  return Object.fromEntries(
    own.map(({ control: { componentId } }) => [componentId, values[componentId] ?? '']),
  );
}

interface Props {
  readonly template: Template;
  readonly draft: Draft;
  readonly change: (make: (before: Draft) => Draft) => void;
}

export function OwnValues({ template, draft, change }: Props) {
  const t = useTexts(newTexts);
  const controls = ownControls(template, draft.values);
  if (controls.length === 0) return null;
  return (
    <section aria-label={t.own} className="mt-4 flow-root rounded-card bg-n-0 px-4 pt-4 shadow-paper">
      <h2 className="m-0 mb-2 text-desk font-semibold">{t.own}</h2>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {controls.map(({ control, isRequired }) => (
          <OwnValue
            key={control.componentId}
            control={control}
            isRequired={isRequired}
            value={draft.values[control.componentId] ?? ''}
            set={(value) =>
              change((before) => ({
                ...before,
                values: { ...before.values, [control.componentId]: value },
              }))
            }
          />
        ))}
      </div>
    </section>
  );
}

interface ValueProps {
  readonly control: Control;
  readonly isRequired: boolean;
  readonly value: string;
  readonly set: (value: string) => void;
}

function OwnValue({ control, isRequired, value, set }: ValueProps) {
  const t = useTexts(newTexts);
  const { componentName, componentType } = control;
  const label = isRequired ? componentName : t.optional(componentName);
  if (componentType === TICK) {
    return (
      <SelectField
        label={label}
        value={value}
        options={[
          ['', t.pickValue],
          ['true', t.yes],
          ['false', t.no],
        ]}
        onChange={set}
      />
    );
  }
  if (componentType === CHOICE) {
    const options = control.specialAttribute.options ?? [];
    return (
      <SelectField
        label={label}
        value={value}
        options={[['', t.pickValue], ...options.map((option) => [option, option] as const)]}
        onChange={set}
      />
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      {...(componentType === DATE ? { type: 'date' } : {})}
      {...(componentType === NUMBER ? { inputMode: 'decimal' as const, isNumber: true } : {})}
      onChange={set}
    />
  );
}
