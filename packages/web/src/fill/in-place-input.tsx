import { useEffect, useRef } from 'react';
import { type Control, dateInputOf, keyboardOf, kindOf } from './controls.js';
import type { FieldActs } from './field-acts.js';

interface Props {
  readonly control: Control;
  readonly value: string;
  readonly scale: number;
  readonly hasError: boolean;
  readonly acts: FieldActs;
  /** Tab and Enter move between fields and stay within the pages. */
  readonly step: (control: Control, by: 1 | -1) => void;
}

/** In px; lower inputs would be too small for typing. */
const MIN_HEIGHT = 28;

/** An input at the position of the value: the quickest way with mouse and keyboard. */
export function InPlaceInput({ control, value, scale, hasError, acts, step }: Props) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  const { attribute } = control;
  const height = Math.max(MIN_HEIGHT, attribute.height * scale);
  const common = {
    'aria-label': control.name,
    'aria-invalid': hasError,
    'aria-required': control.required,
    'data-in-place': control.componentId,
    value,
    onBlur: () => acts.leave(control),
    onKeyDown(event: React.KeyboardEvent) {
      const isEnter = event.key === 'Enter' && kindOf(control) !== 'lines';
      if ((event.key !== 'Tab' && !isEnter) || event.nativeEvent.isComposing) return;
      event.preventDefault();
      step(control, event.shiftKey ? -1 : 1);
    },
    className: `absolute z-30 box-border rounded-marker border-2 bg-n-0 px-1 text-n-900 outline-none ${hasError ? 'border-danger' : 'border-info'}`,
    style: {
      left: control.x * scale,
      top: control.y * scale - (height - attribute.height * scale) / 2,
      width: Math.max(96, attribute.width * scale),
      height,
      fontSize: Math.max(14, Math.min(18, attribute.fontSize * scale)),
    },
  };
  const keep = (found: HTMLElement | null) => {
    element.current = found;
  };
  if (kindOf(control) === 'choice') {
    return (
      <select {...common} ref={keep} onChange={(event) => acts.change(control, event.target.value)}>
        <option value="">—</option>
        {(attribute.options ?? []).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  if (kindOf(control) === 'lines') {
    return (
      <textarea
        {...common}
        ref={keep}
        onChange={(event) => acts.change(control, event.target.value)}
        style={{ ...common.style, resize: 'none' }}
      />
    );
  }
  const date = dateInputOf(control);
  return (
    <input
      {...(date === null ? keyboardOf(control) : { type: date })}
      {...common}
      ref={keep}
      spellCheck={false}
      onChange={(event) => acts.change(control, event.target.value)}
    />
  );
}
