/** What two states of a design differ in, and how a person merges them: element by element. Pure. */
import type { Control, Design, Party, TemplateFile } from './design.js';

export interface Difference {
  readonly kind: 'control' | 'party' | 'file' | 'settings';
  /** Of the element in both designs; empty for the settings. */
  readonly key: string;
  readonly name: string;
  /** How the second design differs from the first. */
  readonly what: 'added' | 'removed' | 'changed';
}

export function differences(before: Design, after: Design): readonly Difference[] {
  return [
    ...(sameSettings(before, after)
      ? []
      : [{ kind: 'settings', key: '', name: after.name, what: 'changed' } as const]),
    ...between('party', before.parties, after.parties, ({ flag }) => flag),
    ...between('file', before.files, after.files, ({ fileName }) => fileName),
    ...between('control', before.controls, after.controls, ({ name }) => name),
  ];
}

interface Keyed {
  readonly key: string | number;
}

function between<Item extends Keyed>(
  kind: Difference['kind'],
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Difference[] {
  const [old, present] = [byKey(before), byKey(after)];
  const one = (item: Item, what: Difference['what']): Difference => ({
    ...{ kind, what, key: String(item.key), name: nameOf(item) },
  });
  return [
    ...before.filter(({ key }) => !present.has(key)).map((item) => one(item, 'removed')),
    ...after.flatMap((item) => {
      const earlier = old.get(item.key);
      if (earlier === undefined) return [one(item, 'added')];
      return isEqual(earlier, item) ? [] : [one(item, 'changed')];
    }),
  ];
}

/** The second design's element in place of the first one's, for each difference that is taken. */
export function withTaken(mine: Design, theirs: Design, taken: readonly Difference[]): Design {
  const of = (kind: Difference['kind']) =>
    new Set(taken.filter((each) => each.kind === kind).map(({ key }) => key));
  const settings = of('settings').has('') ? theirs : mine;
  const parties = replaced(mine.parties, theirs.parties, of('party'));
  const files = replaced(mine.files, theirs.files, of('file'));
  const controls = replaced(mine.controls, theirs.controls, of('control'));
  const [partyKeys, fileKeys] = [
    new Set(parties.map(({ key }) => key)),
    new Set(files.map(({ key }) => key)),
  ];
  return {
    name: settings.name,
    isEncrypted: settings.isEncrypted,
    copiers: settings.copiers,
    attachments: settings.attachments,
    parties,
    files,
    controls: controls.filter(({ party, file }) => partyKeys.has(party) && fileKeys.has(file)),
  };
}

function replaced<Item extends Keyed>(
  mine: readonly Item[],
  theirs: readonly Item[],
  keys: ReadonlySet<string>,
): readonly Item[] {
  const other = byKey(theirs);
  const own = byKey(mine);
  const kept = mine.flatMap((item) => {
    if (!keys.has(String(item.key))) return [item];
    const there = other.get(item.key);
    return there === undefined ? [] : [there];
  });
  return [...kept, ...theirs.filter(({ key }) => keys.has(String(key)) && !own.has(key))];
}

/** The differences that nobody need decide: what only the other person has changed since the common state. */
export function onlyTheirs(base: Design, mine: Design, theirs: Design): readonly Difference[] {
  const own = new Set(differences(base, mine).map(({ kind, key }) => `${kind} ${key}`));
  return differences(mine, theirs).filter(({ kind, key }) => !own.has(`${kind} ${key}`));
}

/** A design whose elements have the keys of those of another design that they stand for. */
export function aligned(design: Design, model: Design): Design {
  const files = matched(design.files, model.files, [
    (one, other) => one.fileId !== null && one.fileId === other.fileId,
    (one, other) => one.fileUrl === other.fileUrl,
  ]);
  const parties = matched(design.parties, model.parties, [
    (one, other) => one.participantId !== null && one.participantId === other.participantId,
    (one, other) => one.flag === other.flag,
  ]);
  const freshFile = Math.max(0, ...[...design.files, ...model.files].map(({ key }) => key));
  const fileKey = new Map(
    design.files.map((file, index) => [file.key, files.get(file)?.key ?? freshFile + index + 1]),
  );
  const partyKey = new Map(design.parties.map((party) => [party.key, parties.get(party)?.key ?? party.key]));
  const moved = design.controls.map(
    (control): Control => ({
      ...control,
      file: fileKey.get(control.file) ?? control.file,
      party: partyKey.get(control.party) ?? control.party,
    }),
  );
  const controls = matched(moved, model.controls, [
    (one, other) => one.componentId !== null && one.componentId === other.componentId,
    (one, other) => one.componentKey !== '' && one.componentKey === other.componentKey,
    (one, other) => isAt(one, other) && one.name === other.name,
    (one, other) => isAt(one, other),
    (one, other) => one.name === other.name && one.file === other.file && one.page === other.page,
  ]);
  return {
    ...design,
    files: design.files.map((file) => ({ ...file, key: fileKey.get(file.key) ?? file.key })),
    parties: design.parties.map((party) => ({ ...party, key: partyKey.get(party.key) ?? party.key })),
    controls: moved.map((control) => ({ ...control, key: controls.get(control)?.key ?? control.key })),
  };
}

function isAt(one: Control, other: Control): boolean {
  return (
    one.type === other.type &&
    one.file === other.file &&
    one.page === other.page &&
    one.x === other.x &&
    one.y === other.y
  );
}

type Rule<Item> = (one: Item, other: Item) => boolean;

/** Pairs items by the first rule that fits; an item of the model stands for one at most. */
function matched<Item>(
  items: readonly Item[],
  model: readonly Item[],
  rules: readonly Rule<Item>[],
): ReadonlyMap<Item, Item> {
  const pairs = new Map<Item, Item>();
  const free = new Set(model);
  for (const rule of rules) {
    for (const item of items) {
      if (pairs.has(item)) continue;
      for (const other of free) {
        if (!rule(item, other)) continue;
        pairs.set(item, other);
        free.delete(other);
        break;
      }
    }
  }
  return pairs;
}

function sameSettings(one: Design, other: Design): boolean {
  const plain = ({ name, isEncrypted, copiers, attachments }: Design) => ({
    ...{ name, isEncrypted },
    copiers: copiers.map(({ key: _key, copierId: _id, ...copier }) => copier),
    attachments: attachments.map(({ fileUrl, fileName }) => ({ fileUrl, fileName })),
  });
  return isEqual(plain(one), plain(other));
}

function byKey<Item extends Keyed>(items: readonly Item[]): ReadonlyMap<Item['key'], Item> {
  return new Map(items.map((item) => [item.key, item]));
}

/** Ids appear when a template is published, and change nothing that a person has made. */
const IDS: ReadonlySet<string> = new Set<keyof Control | keyof Party | keyof TemplateFile>([
  ...(['componentId', 'participantId', 'fileId'] as const),
]);

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(plainOf(one)) === JSON.stringify(plainOf(other));
}

function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, each]) => !IDS.has(name) && each !== undefined && each !== null)
    .sort(([first], [second]) => first.localeCompare(second));
  return Object.fromEntries(entries.map(([name, each]) => [name, plainOf(each)]));
}
