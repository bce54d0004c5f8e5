import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { describe, expect, test } from 'vitest';
import { formProblem } from '../../../packages/web/src/fill/controls.js';
import {
  errorOf,
  type FillDesk,
  fieldsOf,
  fillDesk,
  filledCount,
  firstFillDesk,
  openOf,
} from '../../../packages/web/src/fill/fill-desk-state.js';
import { deskAfter } from './desk-after.js';
import { fillView, textControl } from './given-views.js';

const sent = deskAfter(fillDesk);
const name = textControl({ componentId: 1, name: '姓名', y: 100 });
const agree = textControl({
  componentId: 2,
  name: '同意',
  y: 200,
  type: componentTypes.checkBox,
  required: false,
});
const photo = textControl({ componentId: 3, name: '照片', y: 300, type: componentTypes.image });
const phone = textControl({ componentId: 4, name: '电话', page: 2, y: 100 });
const view = fillView({ controls: [phone, photo, agree, name] });
const first = () => firstFillDesk(view, true);

const typed = (desk: FillDesk, ...values: readonly (readonly [typeof name, string])[]) =>
  sent(desk, ...values.map(([control, value]) => ({ type: 'typed', control, value }) as const)).desk;

const complete = () => {
  const shown = fillView({ controls: [phone, { ...photo, value: 'photo.png' }, agree, name] });
  return typed(firstFillDesk(shown, true), [name, '王芳'], [phone, '13800138000']);
};

describe('the fill desk', () => {
  test('begins at the first empty required field in reading order', () => {
    expect(first().current).toEqual({ componentId: 1, isOnPage: false });
    const filled = fillView({ controls: [phone, { ...name, value: '王芳' }] });
    expect(firstFillDesk(filled, true).current?.componentId).toBe(4);
    expect(firstFillDesk(view, false).current).toBeNull();
  });

  test('restores typed values over those of the fields', () => {
    const draft = [{ componentId: name.componentId, value: '王芳' }];
    const { values } = firstFillDesk(
      fillView({ controls: [{ ...name, value: '李雷' }, phone], draft }),
      true,
    );
    expect([values.get(1), values.get(4)]).toEqual(['王芳', '']);
  });

  test('moves from field to field, cyclically', () => {
    const on = { type: 'stepped', by: 1, isOnPage: false } as const;
    const back = { ...on, by: -1 } as const;
    const ids = [on, on, on, on].map((_, count) => {
      const { desk } = sent(first(), ...Array.from({ length: count + 1 }, () => on));
      return desk.current?.componentId;
    });
    expect(ids).toEqual([2, 3, 4, 1]);
    const { desk, effects } = sent(first(), back);
    expect(desk.current?.componentId).toBe(4);
    expect(effects).toEqual([{ kind: 'show', control: phone }]);
  });

  test('stays on the page meanwhile, except for a picture, which has no text input', () => {
    const onPage = { type: 'stepped', by: 1, isOnPage: true } as const;
    expect(sent(first(), onPage).desk.current).toEqual({ componentId: 2, isOnPage: true });
    expect(sent(first(), onPage, onPage).desk.current).toEqual({ componentId: 3, isOnPage: false });
  });

  test('moves to the next empty field after the current one, cyclically', () => {
    const asked = { type: 'nextMissingAsked' } as const;
    const { desk } = sent(typed(first(), [name, '王芳']), asked);
    expect(desk.current?.componentId).toBe(3);
    expect(sent(desk, asked, asked).desk.current?.componentId).toBe(3);
    expect(sent(complete(), asked).effects).toEqual([]);
  });

  test('proceeds on Enter, but not past the last field once nothing is missing', () => {
    expect(sent(first(), { type: 'entered' }).desk.current?.componentId).toBe(2);
    const { desk: atLast } = sent(complete(), { type: 'focused', control: phone });
    expect(sent(atLast, { type: 'entered' })).toEqual({ desk: atLast, effects: [] });
    const open = sent(first(), { type: 'focused', control: phone }).desk;
    expect(sent(open, { type: 'entered' }).desk.current?.componentId).toBe(1);
  });

  test('keeps typed text when a field is left', () => {
    expect(sent(first(), { type: 'left', control: name }).effects).toEqual([{ kind: 'saveDraft' }]);
  });
});

describe('a field pressed on its page', () => {
  test('is edited there in a wide window, and below the pages on a phone', () => {
    const wide = sent(first(), { type: 'pressed', control: phone, isWide: true });
    expect(wide).toMatchObject({ desk: { current: { componentId: 4, isOnPage: true } }, effects: [] });
    const narrow = sent(first(), { type: 'pressed', control: phone, isWide: false });
    expect(narrow.desk.current).toEqual({ componentId: 4, isOnPage: false });
    expect(narrow.effects).toEqual([{ kind: 'show', control: phone }]);
  });

  test('is ticked at once, and unticked the next time', () => {
    const press = { type: 'pressed', control: agree, isWide: true } as const;
    const { desk } = sent(first(), press);
    expect(desk.values.get(2)).toBe('true');
    expect(desk.current?.isOnPage).toBe(false);
    expect(sent(desk, press).desk.values.get(2)).toBe('false');
  });

  test('gets the focus from beside the pages, and keeps it if it has it already', () => {
    const { desk } = sent(first(), { type: 'pressed', control: name, isWide: true });
    expect(sent(desk, { type: 'focused', control: name }).desk.current?.isOnPage).toBe(false);
    expect(sent(first(), { type: 'focused', control: name }).effects).toEqual([]);
  });
});

describe('submission', () => {
  test('is sent to the server once nothing is missing', () => {
    expect(sent(complete(), { type: 'submitAsked' }).effects).toEqual([{ kind: 'submit' }]);
  });

  test('moves to the first missing field, and marks all of them', () => {
    const { desk, effects } = sent(typed(first(), [name, '王芳']), { type: 'submitAsked' });
    expect(effects).toEqual([{ kind: 'show', control: photo }]);
    expect(errorOf(desk, phone)).toEqual({ kind: 'missing' });
    expect(errorOf(desk, name)).toBeNull();
  });

  test('moves to the field that the server rejects', () => {
    const { desk, effects } = sent(complete(), { type: 'foundWrong', controls: [phone] });
    expect(desk.current?.componentId).toBe(4);
    expect(effects).toEqual([{ kind: 'show', control: phone }]);
  });
});

describe('the error of a field', () => {
  const problems = new Map([[1, { value: '𡋾', message: '无法显示' }]]);
  const checked = { type: 'checked', problems } as const;
  const left = sent(typed(first(), [name, '𡋾']), { type: 'left', control: name }, checked).desk;

  test('is not displayed during typing', () => {
    expect(errorOf(sent(typed(first(), [name, '𡋾']), checked).desk, name)).toBeNull();
  });

  test('is displayed at once for a value that was typed before the page was opened', () => {
    const draft = [{ componentId: name.componentId, value: '𡋾' }];
    const opened = firstFillDesk(fillView({ controls: [name, phone], draft }), true);
    expect(errorOf(sent(opened, checked).desk, name)).toEqual({ kind: 'refused', message: '无法显示' });
  });

  test('is displayed after leaving the field, as long as the value is the rejected one', () => {
    expect(errorOf(left, name)).toEqual({ kind: 'refused', message: '无法显示' });
    expect(errorOf(typed(left, [name, '王芳']), name)).toBeNull();
  });

  test('does not report an empty field before submission', () => {
    const { desk } = sent(first(), { type: 'left', control: name });
    expect(errorOf(desk, name)).toBeNull();
    expect(errorOf({ ...desk, isAsked: true }, name)).toEqual({ kind: 'missing' });
  });

  test('is known of what is no number, has too many decimals or is too long, before the server is asked', () => {
    const amount = textControl({ componentId: 5, type: componentTypes.number });
    const cents = { ...amount, attribute: { ...amount.attribute, fractionDigits: 2 } };
    const short = { ...name, attribute: { ...name.attribute, maxLength: '2' } };
    expect(formProblem(amount, '一千')).toEqual({ kind: 'notNumber' });
    expect(formProblem(cents, '1.005')).toEqual({ kind: 'notNumber' });
    expect(formProblem(cents, '-1，000.5')).toBeNull();
    expect(formProblem(short, '欧阳芳')).toEqual({ kind: 'tooLong', most: 2 });
    expect(formProblem(short, '\u{20BB7}田')).toBeNull();
  });
});

describe('a value that does not fit', () => {
  const problems = new Map([[1, { value: '𡋾', message: '无法显示' }]]);
  const wrong = sent(typed(complete(), [name, '𡋾']), { type: 'checked', problems }).desk;

  test('is not counted as filled, but as left to be done', () => {
    expect([filledCount(complete()), openOf(complete())]).toEqual([3, []]);
    expect(filledCount(wrong)).toBe(2);
    expect(openOf(wrong)).toEqual([name]);
  });

  test('is where the next step leads, with its error, instead of to the server', () => {
    const { desk } = sent(wrong, { type: 'focused', control: phone }, { type: 'nextMissingAsked' });
    expect(desk.current?.componentId).toBe(1);
    expect(errorOf(desk, name)).toEqual({ kind: 'refused', message: '无法显示' });
    expect(sent(wrong, { type: 'submitAsked' }).effects).toEqual([{ kind: 'show', control: name }]);
  });

  test('of an optional field is left to be done as well', () => {
    const optional = textControl({ componentId: 6, type: componentTypes.number, required: false });
    const desk = firstFillDesk(fillView({ controls: [optional] }), true);
    expect(openOf(desk)).toEqual([]);
    expect(openOf(typed(desk, [optional, '多少']))).toEqual([optional]);
  });
});

test('a required box is filled once it is ticked, not once it was pressed', () => {
  const box = { ...agree, required: true };
  const desk = firstFillDesk(fillView({ controls: [box] }), true);
  const press = { type: 'pressed', control: box, isWide: true } as const;
  expect(openOf(sent(desk, press).desk)).toEqual([]);
  expect(openOf(sent(desk, press, press).desk)).toEqual([box]);
});

describe('a form with conditions and formulas', () => {
  const control = (componentId: number, key: string, change: Partial<typeof name> = {}) =>
    textControl({ componentId, key, name: key, y: 100 * componentId, value: '', ...change });
  const withRules = (rules: Pick<typeof name.attribute, 'showWhen' | 'formula'>) => ({
    attribute: { ...name.attribute, ...rules },
  });
  const choice = control(1, '发票', { type: componentTypes.checkBox, required: false });
  const taxId = control(2, '税号', withRules({ showWhen: { key: '发票', operator: 'is', value: 'true' } }));
  const price = control(3, '单价', { type: componentTypes.number });
  const count = control(4, '数量', { type: componentTypes.number, isMine: false, value: '3' });
  const total = control(5, '总价', { type: componentTypes.number, ...withRules({ formula: '=单价*数量' }) });
  const given = fillView({ controls: [choice, taxId, price, count, total] });
  const ids = (controls: readonly { readonly componentId: number }[]) =>
    controls.map(({ componentId }) => componentId);

  test('asks for what is shown, and keeps what was typed into what is hidden again', () => {
    const unticked = firstFillDesk(given, true);
    expect(ids(fieldsOf(unticked))).toEqual([1, 3]);
    expect(ids(openOf(unticked))).toEqual([3]);
    const ticked = typed(unticked, [choice, 'true']);
    expect(ids(openOf(ticked))).toEqual([2, 3]);
    const again = typed(ticked, [taxId, '91310'], [choice, 'false'], [choice, 'true']);
    expect(ids(openOf(again))).toEqual([3]);
    expect(filledCount(again)).toBe(2);
  });

  test('computes while somebody types, and asks nobody for the result', () => {
    const desk = typed(firstFillDesk(given, true), [price, '1,250.5']);
    expect(desk.standings.get(total.componentId)?.value).toBe('3751.5');
    expect(desk.values.has(total.componentId)).toBe(false);
    expect(openOf(desk)).toEqual([]);
  });
});
