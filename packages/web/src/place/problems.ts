import type { placeTexts } from './place-texts.js';
import { choicesOf, fieldTypes, type Placed, type View } from './placed.js';

/** Something that prevents sending, or that the sender should know before sending. */
export interface Problem {
  readonly id: string;
  readonly words: string;
  /** A mistake prevents sending; anything else is a warning. */
  readonly isMistake: boolean;
  /** The field concerned, if any. */
  readonly fieldId: string | null;
}

const MAX_AREAS = 50;
const MAX_FIELDS = 1000;
const DATE_FORMAT = /^(?=.{1,60}$)(?=.*[yMdHms])(?:yyyy|yy|MM?|dd?|HH?|mm|ss|[^A-Za-z])+$/u;

/** Checks a draft for what the server would refuse and for likely oversights. Mistakes come first. */
export function problemsOf(
  view: View,
  fields: readonly Placed[],
  t: typeof placeTexts.zh,
): readonly Problem[] {
  const mistakes = fields.flatMap((field) => mistakesOf(field, t));
  const found = [...mistakes, ...sameKeys(view, fields, t), ...tooMany(view, fields, t)];
  return [...found, ...warningsOf(view, fields, t)];
}

function mistakesOf(field: Placed, t: typeof placeTexts.zh): readonly Problem[] {
  const mistake = (words: string): Problem => ({
    id: `${field.id} ${words}`,
    words,
    isMistake: true,
    fieldId: field.id,
  });
  const { type, name, maxLength, dateFormat } = field;
  const hasBound = type === fieldTypes.text || type === fieldTypes.lines;
  return [
    ...(name.trim() === '' ? [mistake(t.noName)] : []),
    ...(type === fieldTypes.options && choicesOf(field).length === 0 ? [mistake(t.noOptions(name))] : []),
    ...(hasBound && maxLength.trim() !== '' && !/^[1-9]\d{0,4}$/.test(maxLength.trim())
      ? [mistake(t.badMax(name))]
      : []),
    ...(type === fieldTypes.date && !DATE_FORMAT.test(dateFormat) ? [mistake(t.badDate(name))] : []),
  ];
}

function sameKeys({ kept }: View, fields: readonly Placed[], t: typeof placeTexts.zh): readonly Problem[] {
  const known = new Set(kept.map(({ key }) => key));
  return fields.flatMap((field) => {
    const key = field.key.trim();
    if (key === '') return [];
    if (!known.has(key)) {
      known.add(key);
      return [];
    }
    return [{ id: `${field.id} key`, words: t.sameKey(key), isMistake: true, fieldId: field.id }];
  });
}

function tooMany(view: View, fields: readonly Placed[], t: typeof placeTexts.zh): readonly Problem[] {
  const whole =
    fields.length > MAX_FIELDS ? [{ id: 'most', words: t.tooMany, isMistake: true, fieldId: null }] : [];
  const crowded = view.placeParties.filter(({ flag }) =>
    view.files.some(({ fileId }) => areasOf(view, fields, flag, fileId) > MAX_AREAS),
  );
  return [
    ...whole,
    ...crowded.map(({ flag, name }) => ({
      id: `areas ${flag}`,
      words: t.tooManyAreas(name),
      isMistake: true,
      fieldId: null,
    })),
  ];
}

function warningsOf(view: View, fields: readonly Placed[], t: typeof placeTexts.zh): readonly Problem[] {
  return view.placeParties.flatMap(({ flag, name, signs, fills }) => {
    const warning = (kind: string, words: string): Problem => ({
      id: `${kind} ${flag}`,
      words,
      isMistake: false,
      fieldId: null,
    });
    return [
      ...(signs && areasOf(view, fields, flag) === 0 ? [warning('area', t.noArea(name))] : []),
      ...(fills && controlsOf(view, fields, flag) === 0 ? [warning('control', t.noControl(name))] : []),
    ];
  });
}

/** Number of areas that a party has to sign, in one file or in all. */
export function areasOf({ kept }: View, fields: readonly Placed[], flag: string, fileId?: number): number {
  const all = [...kept, ...fields];
  return all.filter(
    (field) =>
      field.type === fieldTypes.area &&
      field.flag === flag &&
      (fileId === undefined || field.fileId === fileId),
  ).length;
}

/** Number of fields that a party has to fill in. */
export function controlsOf({ kept }: View, fields: readonly Placed[], flag: string): number {
  const all = [...kept, ...fields];
  return all.filter((field) => field.type !== fieldTypes.area && field.flag === flag).length;
}
