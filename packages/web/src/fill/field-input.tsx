import { useEffect, useRef } from 'react';
import { TickBox } from '../shared/components/tick-box.js';
import { useTexts } from '../shared/text/language.js';
import { asNumber, type Control, dateInputOf, keyboardOf, kindOf } from './controls.js';
import type { FieldActs } from './field-acts.js';
import { FieldName } from './field-name.js';
import { fillTexts } from './fill-texts.js';
import { PictureInput } from './picture-input.js';

interface Props {
  readonly id: string;
  readonly control: Control;
  readonly value: string;
  readonly error: string | null;
  readonly isFocused: boolean;
  readonly acts: FieldActs;
}

const box =
  'box-border w-full rounded-control border bg-n-0 px-3 text-input text-n-900 focus-visible:outline-info';

/** The input of a control, with a suitable on-screen keyboard. */
export function FieldInput({ id, control, value, error, isFocused, acts }: Props) {
  const t = useTexts(fillTexts);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFocused && document.activeElement !== element.current) {
      element.current?.focus({ preventScroll: true });
    }
  }, [isFocused]);
  const common = {
    id,
    'aria-invalid': error !== null,
    'aria-required': control.required,
    'aria-describedby': `${id}-note`,
    onFocus: () => acts.focus(control),
    onBlur: () => acts.leave(control),
  } as const;
  const edge = error === null ? 'border-n-400' : 'border-danger';
  const keep = (found: HTMLElement | null) => {
    element.current = found;
  };
  const kind = kindOf(control);
  if (kind === 'picture') return <PictureInput {...{ id, control, acts, error, keep }} />;
  if (kind === 'check') {
    return (
      <TickBox
        isTicked={value === 'true'}
        onChange={(isTicked) => acts.change(control, isTicked ? 'true' : 'false')}
        describedBy={`${id}-note`}
        field={{
          id,
          isInvalid: error !== null,
          isRequired: control.required,
          inputRef: keep,
          onFocus: common.onFocus,
          onBlur: common.onBlur,
        }}
        look="flex min-h-12 items-center gap-3 text-input select-none"
      >
        <span className="min-w-0 names">
          <FieldName control={control} />
        </span>
      </TickBox>
    );
  }
  if (kind === 'choice') {
    return (
      <select
        {...common}
        ref={keep}
        value={value}
        onChange={(event) => acts.change(control, event.target.value)}
        className={`${box} ${edge} h-12`}
      >
        <option value="">{t.choose}</option>
        {(control.attribute.options ?? []).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'lines') {
    return (
      <textarea
        {...common}
        ref={keep}
        rows={3}
        value={value}
        autoComplete="off"
        onChange={(event) => acts.change(control, event.target.value)}
        className={`${box} ${edge} max-h-48 resize-none py-3 [field-sizing:content] [min-height:96px]`}
      />
    );
  }
  const date = dateInputOf(control);
  const keyboard = keyboardOf(control);
  return (
    <input
      {...common}
      {...(date === null ? keyboard : { type: date })}
      ref={keep}
      enterKeyHint="next"
      value={value}
      spellCheck={false}
      onChange={(event) => acts.change(control, event.target.value)}
      onBlur={() => {
        if (kind === 'number' && asNumber(control, value) !== value) {
          acts.change(control, asNumber(control, value));
        }
        acts.leave(control);
      }}
      onKeyDown={(event) => {
        // While an input method is composing, Enter accepts a candidate.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        acts.next(control);
      }}
      className={`${box} ${edge} figures h-12`}
    />
  );
}
