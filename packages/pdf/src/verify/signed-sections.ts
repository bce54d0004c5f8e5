import { isStream } from '../syntax/values.js';
import type { CrossReferenceSection } from './cross-reference-section.js';
import type { FileRevisions, Revision } from './file-revisions.js';
import { dataOf } from './object-form.js';
import { linearisationFault } from './recovery-triggers.js';
import type { RevisionView } from './revision-view.js';
import { baseClosingFault, integerFault, objectStreamIntegerFault, tableFault } from './section-form.js';
import { fault, type StructureFault } from './structure-fault.js';

const HEADER = /^%PDF-[12]\.\d/;

/**
 * Checks that programs find the same header, ends and cross-reference sections in the file. A single invalid entry
 * makes some of them search the whole file for objects, whether or not its object is used.
 */
export function faultsOfFile(
  bytes: Buffer,
  { revisions }: FileRevisions,
  newest: RevisionView,
): readonly StructureFault[] {
  const faults = [
    faultOfContainers(bytes, newest),
    HEADER.test(bytes.toString('latin1', 0, 8)) ? null : fault('HEADER', 0),
    linearisationFault(bytes, revisions),
    ...revisions.map(({ closing, end }) => baseClosingFault(bytes, closing, end)),
    ...revisions.flatMap(({ sections }) => sections.map((section) => sectionFault(bytes, section))),
    ...revisions.map((revision) => entryFault(bytes, revision)),
  ];
  return faults.filter((found) => found !== null);
}

function sectionFault(bytes: Buffer, section: CrossReferenceSection): StructureFault | null {
  const { object, offset, end, wellFormed } = section;
  if (!wellFormed) return fault('SECTION', offset);
  return (object === null ? tableFault(bytes, offset, end) : null) ?? integerFault(bytes, section);
}

function entryFault(bytes: Buffer, { entries, eof, sections }: Revision): StructureFault | null {
  if (entries.get(0)?.kind === 'offset') return fault('ENTRY', sections[0]?.offset ?? 0);
  for (const [number, place] of entries) {
    if (place.kind !== 'offset') continue;
    const text = bytes.toString('latin1', place.offset, place.offset + 24);
    const found = /^[\0\t\n\f\r ]*(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj/.exec(text);
    if (place.offset >= eof || Number(found?.[1]) !== number) return fault('UNREADABLE_OBJECT', place.offset);
  }
  return null;
}

/** Object streams in which readers find nothing, because offsets or counts are reals. */
function faultOfContainers(bytes: Buffer, view: RevisionView): StructureFault | null {
  for (const number of view.containers) {
    const { value, located } = view.object(number);
    if (!isStream(value) || located === null) continue;
    const found = objectStreamIntegerFault(bytes, located.start, dataOf(bytes, value).start);
    if (found !== null) return found;
  }
  return null;
}
