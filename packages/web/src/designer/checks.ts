/** What a template lacks before it can be published, and what its author should know. Pure. */
import { checkRules } from '@cinnabar/api/component-rules/check-rules.js';
import { isWithin, overlapOf, type Size, touches } from '../canvas/geometry/box.js';
import { inReadingOrder } from '../canvas/geometry/reading-order.js';
import { mayHave } from './commands.js';
import { controlTypes, isArea, kindOf, sizeOf } from './control-kinds.js';
import { type Control, type Design, type Party, UNPLACED } from './design.js';

/** Found in the design alone; each is also a key of the texts. */
export type CheckKind =
  | 'noFile'
  | 'nobodySigns'
  | 'noTemplateName'
  | 'noName'
  | 'unplaced'
  | 'sameKey'
  | 'noOptions'
  | 'valueNoOption'
  | 'badDate'
  | 'badMaxLength'
  | 'badColour'
  | 'offPage'
  | 'notFilling'
  | 'notSigning'
  | 'twoSeams'
  | 'seamShort'
  | 'tooManyAreas'
  | 'undrawable'
  | 'keywordMissing'
  | 'noArea'
  | 'noControls'
  | 'overlap'
  | 'lowText'
  | 'sealOver'
  | 'afterSignature'
  | 'scan';

export interface Check {
  readonly id: string;
  /** A mistake prevents publishing; anything else is a warning. */
  readonly isMistake: boolean;
  /** The control concerned, if any. */
  readonly key: Control['key'] | null;
  readonly said:
    | { readonly kind: CheckKind; readonly name: string; readonly other: string }
    /** Of a condition or formula, in both languages. */
    | {
        readonly kind: 'rule';
        readonly name: string;
        readonly words: { readonly zh: string; readonly en: string };
      };
}

/** What only the service knows; each part is absent until it has answered. */
export interface Knowledge {
  readonly sizeOf: (file: number, page: number) => Size | undefined;
  /** Controls whose value cannot be drawn in them, found by template/preview. */
  readonly undrawable: ReadonlySet<Control['key']>;
  /** Controls whose keyword is not in their file. */
  readonly keywordMissing: ReadonlySet<Control['key']>;
  /** Files without a text layer. */
  readonly scans: ReadonlySet<number>;
}

/** Of a party in a file: more are refused. */
const MAX_AREAS = 50;
const MAX_OVERLAP = 0.4;
const MIN_LINE = 1.2;
const DATE_FORMAT =
  /^(?=.{1,60}$)(?=.*[yMdHms])(?:(?:y{4}|y{2})(?!y)|M{1,2}(?!M)|d{1,2}(?!d)|H{1,2}(?!H)|mm(?!m)|ss(?!s)|[^A-Za-z])+$/u;

/** Mistakes first, then warnings; each in reading order. */
export function checksOf(design: Design, known: Knowledge): readonly Check[] {
  const controls = inReadingOrder(
    design.files.map(({ key }) => ({ fileId: key })),
    design.controls.map((control) => ({ ...control, fileId: control.file })),
  );
  const ordered = { ...design, controls };
  const found = [
    ...wholeChecks(ordered),
    ...controls.flatMap((control) => ownMistakes(ordered, control, known)),
    ...repeatedKeys(controls),
    ...areaMistakes(ordered),
    ...ruleChecks(ordered),
    ...partyWarnings(ordered),
    ...controls.flatMap(lowText),
    ...overlaps(controls),
    ...afterSignatures(ordered),
    ...design.files
      .filter(({ key }) => known.scans.has(key))
      .map(({ key, fileName }) => check('scan', { id: key, name: fileName, isMistake: false })),
  ];
  return [...found.filter(({ isMistake }) => isMistake), ...found.filter(({ isMistake }) => !isMistake)];
}

interface About {
  readonly id?: string | number;
  readonly control?: Control;
  readonly name?: string;
  readonly other?: string;
  readonly isMistake?: boolean;
}

function check(kind: CheckKind, { id, control, name, other = '', isMistake = true }: About): Check {
  return {
    id: `${kind} ${id ?? control?.key ?? ''}`,
    isMistake,
    key: control?.key ?? null,
    said: { kind, name: name ?? control?.name ?? '', other },
  };
}

function wholeChecks({ files, parties, name }: Design): readonly Check[] {
  return [
    ...(files.length === 0 ? [check('noFile', {})] : []),
    ...(name.trim() === '' ? [check('noTemplateName', {})] : []),
    ...(parties.some(({ signs }) => signs) ? [] : [check('nobodySigns', {})]),
  ];
}

function ownMistakes({ parties, files }: Design, control: Control, known: Knowledge): readonly Check[] {
  const { attribute, type, page, x, y, value } = control;
  const party = parties.find(({ key }) => key === control.party);
  const file = files.find(({ key }) => key === control.file);
  const kind = kindOf(control);
  const size = page === UNPLACED ? undefined : known.sizeOf(control.file, page);
  const options = (attribute.options ?? []).map((each) => each.trim()).filter((each) => each !== '');
  const { dateFormat = null, maxLength = null, textColor = null } = attribute;
  const found: readonly (CheckKind | false)[] = [
    control.name.trim() === '' && 'noName',
    page === UNPLACED && 'unplaced',
    size !== undefined && !isWithin(size, { x, y, ...sizeOf(control) }) && kind !== 'seam' && 'offPage',
    type === controlTypes.options && options.length === 0 && 'noOptions',
    type === controlTypes.options &&
      options.length > 0 &&
      value !== '' &&
      !options.includes(value) &&
      'valueNoOption',
    type === controlTypes.date && dateFormat !== null && !DATE_FORMAT.test(dateFormat) && 'badDate',
    maxLength !== null &&
      maxLength.trim() !== '' &&
      !/^[1-9]\d{0,4}$/.test(maxLength.trim()) &&
      'badMaxLength',
    textColor !== null && textColor.trim() !== '' && !/^#[0-9a-f]{6}$/i.test(textColor.trim()) && 'badColour',
    party !== undefined && !mayHave(party, control) && (isArea(control) ? 'notSigning' : 'notFilling'),
    kind === 'seam' && file !== undefined && file.totalPage < 2 && 'seamShort',
    known.undrawable.has(control.key) && 'undrawable',
    known.keywordMissing.has(control.key) && 'keywordMissing',
  ];
  return found.flatMap((each) =>
    each === false ? [] : [check(each, { control, other: party?.flag ?? '' })],
  );
}

function repeatedKeys(controls: readonly Control[]): readonly Check[] {
  const known = new Set<string>();
  return controls.flatMap((control) => {
    const key = control.componentKey.trim();
    if (key === '') return [];
    if (known.has(key)) return [check('sameKey', { control, other: key })];
    known.add(key);
    return [];
  });
}

function areaMistakes({ parties, files, controls }: Design): readonly Check[] {
  return parties.flatMap((party) =>
    files.flatMap((file) => {
      const areas = controls.filter(
        (control) => control.party === party.key && control.file === file.key && isArea(control),
      );
      const [, ...more] = areas.filter((control) => kindOf(control) === 'seam');
      const id = `${party.key} ${file.key}`;
      return [
        ...more.map((control) => check('twoSeams', { control, other: party.flag })),
        ...(areas.length > MAX_AREAS ? [check('tooManyAreas', { id, name: party.flag })] : []),
      ];
    }),
  );
}

function ruleChecks({ parties, controls }: Design): readonly Check[] {
  const orderOf = new Map(parties.map(({ key, fillOrder }) => [key, fillOrder]));
  const ruled = controls.map(({ componentKey, name, type, attribute, isRequired, value, party }) => ({
    key: componentKey === '' ? null : componentKey,
    ...{ name, type, attribute, required: isRequired, value },
    fillOrder: orderOf.get(party) ?? 1,
  }));
  return checkRules(ruled).flatMap(({ place, field, kind, isWarning, words }): readonly Check[] => {
    const control = controls[place];
    if (control === undefined) return [];
    const { key, name } = control;
    return [
      { id: `${field} ${kind} ${key}`, isMistake: !isWarning, key, said: { kind: 'rule', name, words } },
    ];
  });
}

function partyWarnings({ parties, controls }: Design): readonly Check[] {
  return parties.flatMap((party) => {
    const own = controls.filter((control) => control.party === party.key);
    const about = { id: party.key, name: party.flag, isMistake: false };
    return [
      ...(party.signs && !own.some(isArea) ? [check('noArea', about)] : []),
      ...(party.fills && own.every(isArea) ? [check('noControls', about)] : []),
    ];
  });
}

function lowText(control: Control): readonly Check[] {
  const isText = ([controlTypes.text, controlTypes.number, controlTypes.date] as readonly number[]).includes(
    control.type,
  );
  const { fontSize = 14 } = control.attribute;
  return isText && sizeOf(control).height < MIN_LINE * (fontSize ?? 14)
    ? [check('lowText', { control, isMistake: false })]
    : [];
}

/** Every pair on a page is looked at once: a page has few controls, whatever the template has. */
function overlaps(controls: readonly Control[]): readonly Check[] {
  const pages = new Map<string, Control[]>();
  for (const control of controls) {
    if (control.page === UNPLACED || kindOf(control) === 'seam') continue;
    const page = `${control.file}/${control.page}`;
    const here = pages.get(page);
    if (here === undefined) pages.set(page, [control]);
    else here.push(control);
  }
  return [...pages.values()].flatMap((here) =>
    here.flatMap((control, index) =>
      here.slice(index + 1).flatMap((other) => {
        const [one, two] = [boxOf(control), boxOf(other)];
        const about = {
          id: `${control.key} ${other.key}`,
          control: other,
          other: control.name,
          isMistake: false,
        };
        if (overlapOf(one, two) > MAX_OVERLAP) return [check('overlap', about)];
        return isArea(control) && isArea(other) && control.party !== other.party && touches(one, two)
          ? [check('sealOver', about)]
          : [];
      }),
    ),
  );
}

/** Whoever signs at the end of a page overlooks what is to be filled in below. */
function afterSignatures({ parties, controls }: Design): readonly Check[] {
  return parties.filter(fillsAndSigns).flatMap((party) => {
    const own = controls.filter((control) => control.party === party.key && control.page !== UNPLACED);
    const lastAreas = new Map<Control['file'], number>();
    for (const [index, control] of own.entries()) {
      if (isArea(control) && kindOf(control) !== 'seam') lastAreas.set(control.file, index);
    }
    return own.flatMap((control, index) => {
      const hasSigned = index > (lastAreas.get(control.file) ?? Number.POSITIVE_INFINITY);
      return !isArea(control) && control.isRequired && hasSigned
        ? [check('afterSignature', { control, other: party.flag, isMistake: false })]
        : [];
    });
  });
}

function fillsAndSigns({ fills, signs }: Party): boolean {
  return fills && signs;
}

function boxOf(control: Control) {
  return { x: control.x, y: control.y, ...sizeOf(control) };
}
