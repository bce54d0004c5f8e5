import {
  canonical,
  type Dictionary,
  type IndirectObject,
  isDictionary,
  isName,
  isReference,
  NotStrict,
  type Revision,
  referencesIn,
  revisionsOf,
  type Value,
} from './pdf-revisions.js';

/** The only entries allowed in a field that a signer adds: nothing active, nothing that hides content. */
const KEYS_OF_NEW_FIELD = new Set(['Type', 'Subtype', 'FT', 'T', 'F', 'P', 'Rect', 'MK', 'AP', 'V']);
const KEYS_OF_TRAILER = new Set(['Size', 'Root', 'Info', 'ID', 'Prev']);
const KEYS_OF_DSS = new Set(['Type', 'Certs', 'CRLs', 'OCSPs', 'VRI']);
/** ReadOnly and Pushbutton (ISO 32000-2 tables 227, 229). */
const SEAM_FLAGS = 65537;

/**
 * Errors of a signed PDF by the strictest rules; empty if there are none. After the first signature only these changes
 * are allowed: /V and /AP /N of empty signature fields, /AP /N of read-only push buttons (seams), new signature fields
 * with exactly their entries in /Annots and /Fields, and /DSS. Each revision contains one signature or document
 * timestamp over all bytes but its /Contents, or validation data alone. The signatures' cryptography is checked
 * elsewhere.
 */
export function strictProblems(pdf: Uint8Array): string[] {
  try {
    const revisions = revisionsOf(pdf);
    const problems: string[] = [];
    let before: Snapshot | null = null;
    let signed = false;
    revisions.forEach((revision, index) => {
      const after = snapshot(revision, before);
      const told = (problem: string): number => problems.push(`revision ${index + 1}: ${problem}`);
      checkFieldNames(after, told);
      const signatures = newSignatures(revision, after);
      signatures.forEach((signature) => void checkByteRange(pdf, revision, signature, told));
      if (before !== null && (signed || signatures.length > 0)) {
        checkChanges(revision, before, after, signatures, told);
      }
      if (signatures.length > 0) signed = true;
      before = after;
    });
    if (!signed) problems.push('there is no signature');
    return problems;
  } catch (error) {
    if (error instanceof NotStrict) return [error.message];
    throw error;
  }
}

type Tell = (problem: string) => unknown;

/** The document after a revision. */
interface Snapshot {
  readonly objects: ReadonlyMap<number, IndirectObject>;
  readonly trailer: Dictionary;
  readonly size: number;
}

function snapshot(revision: Revision, before: Snapshot | null): Snapshot {
  const size = revision.trailer.get('Size');
  if (typeof size !== 'number') throw new NotStrict('a trailer without /Size');
  return {
    objects: new Map([...(before?.objects ?? []), ...revision.objects]),
    trailer: revision.trailer,
    size,
  };
}

function resolved(document: Snapshot, value: Value | undefined): Value {
  return isReference(value) ? (document.objects.get(value.ref)?.value ?? null) : (value ?? null);
}

function entriesOf(document: Snapshot, value: Value | undefined): Dictionary {
  const found = resolved(document, value);
  return isDictionary(found) ? found : new Map();
}

function itemsOf(document: Snapshot, value: Value | undefined): readonly Value[] {
  const found = resolved(document, value);
  return Array.isArray(found) ? found : [];
}

function formOf(document: Snapshot): Dictionary {
  return entriesOf(document, entriesOf(document, document.trailer.get('Root')).get('AcroForm'));
}

function fieldNumbers(document: Snapshot): number[] {
  return itemsOf(document, formOf(document).get('Fields')).map((field) => {
    if (!isReference(field)) throw new NotStrict('a field that is no object of its own');
    return field.ref;
  });
}

function pageNumbers(document: Snapshot): number[] {
  const tree = entriesOf(document, entriesOf(document, document.trailer.get('Root')).get('Pages'));
  return itemsOf(document, tree.get('Kids')).map((page) => (isReference(page) ? page.ref : 0));
}

function checkFieldNames(document: Snapshot, tell: Tell): void {
  const seen = new Set<string>();
  for (const number of fieldNumbers(document)) {
    const title = entriesOf(document, { ref: number, generation: 0 }).get('T');
    const name = typeof title === 'object' && title !== null && 'string' in title ? title.string : '';
    if (name === '') tell(`field ${number} has no name`);
    if (name.includes('2e')) {
      const bytes = Buffer.from(name, 'hex');
      if (bytes.includes(0x2e)) tell(`the name of field ${number} contains a period`);
    }
    if (seen.has(name)) tell(`two fields are named ${Buffer.from(name, 'hex').toString('latin1')}`);
    seen.add(name);
  }
}

interface NewSignature {
  readonly field: number;
  readonly value: IndirectObject;
}

/** The signature dictionaries added by a revision, keyed by their fields. */
function newSignatures(revision: Revision, after: Snapshot): NewSignature[] {
  const found: NewSignature[] = [];
  for (const field of fieldNumbers(after)) {
    const value = entriesOf(after, { ref: field, generation: 0 }).get('V');
    const object = isReference(value) ? revision.objects.get(value.ref) : undefined;
    if (object !== undefined) found.push({ field, value: object });
  }
  return found;
}

/** ISO 32000-2 section 12.8.1 and ETSI EN 319 142-1: all of the file up to here, except the value of /Contents. */
function checkByteRange(pdf: Uint8Array, revision: Revision, { value }: NewSignature, tell: Tell): void {
  const entries = isDictionary(value.value) ? value.value : new Map<string, Value>();
  const range = entries.get('ByteRange');
  if (!Array.isArray(range) || range.length !== 4)
    return void tell('a signature without a /ByteRange of four');
  const [start, length, rest, tail] = range.map(Number);
  if (start !== 0 || length === undefined || rest === undefined || tail === undefined) {
    return void tell('a /ByteRange that does not begin with the file');
  }
  if (rest + tail !== revision.end) tell('a /ByteRange that does not end with its revision');
  const gap = Buffer.from(pdf.subarray(length, rest)).toString('latin1');
  if (length < value.start || rest > value.end) tell('a gap in the /ByteRange outside the signature');
  if (!/^<[0-9A-Fa-f]+>$/.test(gap))
    tell('a gap in the /ByteRange that is not exactly one hexadecimal string');
  const contents = entries.get('Contents');
  const digits =
    typeof contents === 'object' && contents !== null && 'string' in contents ? contents.string : '';
  if (gap.slice(1, -1).toLowerCase() !== digits) tell('a gap in the /ByteRange that is not /Contents');
}

/** All changes allowed in a revision with or after the first signature. */
function checkChanges(
  revision: Revision,
  before: Snapshot,
  after: Snapshot,
  signatures: readonly NewSignature[],
  tell: Tell,
): void {
  checkTrailer(before, after, tell);
  const known = new Set(fieldNumbers(before));
  const added = fieldNumbers(after).filter((field) => !known.has(field));
  for (const { value } of before.objects.values()) {
    const dangling = referencesIn(value).find((number) => number >= before.size);
    if (dangling !== undefined) tell(`object ${dangling} was referred to before it was there`);
  }
  const arrays = changeableArrays(before);
  let validationData = false;
  for (const object of revision.objects.values()) {
    const old = before.objects.get(object.number);
    if (old === undefined) {
      if (object.number < before.size) tell(`object ${object.number} fills a gap of an earlier revision`);
      continue;
    }
    if (canonical(old.value) === canonical(object.value) && sameStream(old, object)) continue;
    const { number } = object;
    if (old.stream !== null || object.stream !== null) tell(`the stream ${number} changed`);
    else if (known.has(number)) checkField(old.value, object.value, number, before, tell);
    else if (pageNumbers(before).includes(number)) checkExtended(old, object, 'Annots', added, before, tell);
    else if (canonical(formOf(before)) === canonical(old.value)) {
      checkExtended(old, object, 'Fields', added, before, tell);
    } else if (arrays.has(number)) checkArray(old.value, object.value, added, `array ${number}`, tell);
    else if (isRoot(before, number))
      validationData = checkCatalog(old.value, object.value, after, tell) || validationData;
    else if (isValidationData(before, number)) {
      validationData = true;
      checkValidationData(before, old.value, after, object.value, tell);
    } else tell(`object ${number} changed`);
  }
  for (const field of added) checkNewField(after, field, signatures, tell);
  checkAnnotations(before, after, added, tell);
  if (signatures.length > 1) tell('several signatures in one revision');
  if (signatures.length === 0 && !validationData) tell('a revision without signature or validation data');
}

function checkTrailer(before: Snapshot, after: Snapshot, tell: Tell): void {
  for (const key of after.trailer.keys()) if (!KEYS_OF_TRAILER.has(key)) tell(`the trailer has /${key}`);
  for (const key of ['Root', 'Info']) {
    if (canonical(before.trailer.get(key)) !== canonical(after.trailer.get(key)))
      tell(`the trailer's /${key} changed`);
  }
  const [old] = itemsOf(before, before.trailer.get('ID'));
  const [now] = itemsOf(after, after.trailer.get('ID'));
  if (canonical(old) !== canonical(now)) tell("the file's identifier changed");
  if (after.size < before.size) tell('/Size became smaller');
}

/** /Annots and /Fields may be indirect objects. */
function changeableArrays(before: Snapshot): ReadonlySet<number> {
  const found = [
    formOf(before).get('Fields'),
    ...pageNumbers(before).map((page) => entriesOf(before, { ref: page, generation: 0 }).get('Annots')),
  ];
  return new Set(found.filter(isReference).map(({ ref }) => ref));
}

/** An empty signature field takes /V and another /AP /N, a seam's button another /AP /N; both new objects. */
function checkField(old: Value, now: Value, number: number, before: Snapshot, tell: Tell): void {
  if (!isDictionary(old) || !isDictionary(now)) return void tell(`field ${number} is no dictionary any more`);
  const seam = isName(old.get('FT'), 'Btn') && old.get('Ff') === SEAM_FLAGS;
  const signature = isName(old.get('FT'), 'Sig');
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    if (canonical(old.get(key)) === canonical(now.get(key))) continue;
    const value = now.get(key);
    if (key === 'V' && signature && !old.has('V') && isReference(value) && value.ref >= before.size) continue;
    if (key === 'AP' && (seam || signature) && !old.has('V') && isNewAppearance(value, before)) continue;
    tell(`/${key} of field ${number} changed`);
  }
}

function isNewAppearance(value: Value | undefined, before: Snapshot): boolean {
  if (!isDictionary(value) || value.size !== 1) return false;
  const normal = value.get('N');
  return isReference(normal) && normal.ref >= before.size;
}

/** A dictionary in which one list was extended by the new fields. */
function checkExtended(
  old: IndirectObject,
  now: IndirectObject,
  list: string,
  added: readonly number[],
  before: Snapshot,
  tell: Tell,
): void {
  if (!isDictionary(old.value) || !isDictionary(now.value))
    return void tell(`object ${old.number} changed its kind`);
  for (const key of new Set([...old.value.keys(), ...now.value.keys()])) {
    if (canonical(old.value.get(key)) === canonical(now.value.get(key))) continue;
    if (key !== list) tell(`/${key} of object ${old.number} changed`);
    else if (isReference(old.value.get(key))) tell(`/${key} of object ${old.number} is another object`);
    else {
      const items = itemsOf(before, old.value.get(key));
      checkArray(items, now.value.get(key) ?? null, added, `/${key} of object ${old.number}`, tell);
    }
  }
}

function checkArray(old: Value, now: Value, added: readonly number[], what: string, tell: Tell): void {
  if (!Array.isArray(old) || !Array.isArray(now)) return void tell(`${what} is not an array`);
  old.forEach((item, index) => {
    if (canonical(item) !== canonical(now[index])) tell(`${what} changed at ${index}`);
  });
  for (const item of now.slice(old.length)) {
    if (!isReference(item) || !added.includes(item.ref)) tell(`${what} got something that is no new field`);
  }
}

function isRoot(document: Snapshot, number: number): boolean {
  const root = document.trailer.get('Root');
  return isReference(root) && root.ref === number;
}

/** Of the catalog only /DSS may change. Returns whether it did. */
function checkCatalog(old: Value, now: Value, after: Snapshot, tell: Tell): boolean {
  const [was, is] = [entriesOf(after, old), entriesOf(after, now)];
  let changed = false;
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    if (canonical(was.get(key)) === canonical(is.get(key))) continue;
    if (key === 'DSS') {
      changed = true;
      checkKeysOfDss(entriesOf(after, is.get(key)), tell);
    } else tell(`the catalog's /${key} changed`);
  }
  return changed;
}

function isValidationData(document: Snapshot, number: number): boolean {
  const dss = entriesOf(document, document.trailer.get('Root')).get('DSS');
  const entries = entriesOf(document, dss);
  const parts = ['Certs', 'CRLs', 'OCSPs', 'VRI'].map((key) => entries.get(key));
  return [dss, ...parts, ...entriesOf(document, entries.get('VRI')).values()].some(
    (value) => isReference(value) && value.ref === number,
  );
}

/** Validation data may only be added. */
function checkValidationData(before: Snapshot, old: Value, after: Snapshot, now: Value, tell: Tell): void {
  const kept = new Set(referencesIn(now));
  if (!referencesIn(old).every((number) => kept.has(number))) tell('validation data was taken away');
  const root = entriesOf(before, before.trailer.get('Root'));
  if (canonical(entriesOf(before, root.get('DSS'))) === canonical(old))
    checkKeysOfDss(entriesOf(after, now), tell);
}

function checkKeysOfDss(entries: Dictionary, tell: Tell): void {
  for (const key of entries.keys()) if (!KEYS_OF_DSS.has(key)) tell(`/DSS has /${key}`);
}

function checkNewField(
  after: Snapshot,
  number: number,
  signatures: readonly NewSignature[],
  tell: Tell,
): void {
  const entries = entriesOf(after, { ref: number, generation: 0 });
  if (!isName(entries.get('FT'), 'Sig') || !isName(entries.get('Subtype'), 'Widget')) {
    tell(`the new field ${number} is no signature field with its widget`);
  }
  for (const key of entries.keys())
    if (!KEYS_OF_NEW_FIELD.has(key)) tell(`the new field ${number} has /${key}`);
  if (!signatures.some(({ field }) => field === number)) tell(`the new field ${number} is not signed`);
}

/** Every page keeps its annotations and gets exactly the new fields that name it. */
function checkAnnotations(before: Snapshot, after: Snapshot, added: readonly number[], tell: Tell): void {
  const placed: number[] = [];
  for (const page of pageNumbers(after)) {
    const annotations = (document: Snapshot): readonly Value[] =>
      itemsOf(document, entriesOf(document, { ref: page, generation: 0 }).get('Annots'));
    for (const item of annotations(after).slice(annotations(before).length)) {
      if (!isReference(item)) continue;
      placed.push(item.ref);
      const owner = entriesOf(after, item).get('P');
      if (!isReference(owner) || owner.ref !== page)
        tell(`field ${item.ref} stands on a page that it does not name`);
    }
  }
  if (canonical([...placed].sort()) !== canonical([...added].sort())) {
    tell('the new widgets are not exactly the new fields');
  }
}

function sameStream(one: IndirectObject, other: IndirectObject): boolean {
  if (one.stream === null || other.stream === null) return one.stream === other.stream;
  return one.stream.equals(other.stream);
}
