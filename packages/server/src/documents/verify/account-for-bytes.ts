import type { CrossReferenceSection, Place } from './cross-reference-section.js';
import type { FileRevisions, Revision } from './file-revisions.js';
import { isBlank } from './file-revisions.js';
import type { RevisionView } from './revision-view.js';

/** What is wrong with the bytes of a revision; null where each of them belongs to something that its table lists. */
export type ByteProblem = 'MALFORMED_REVISION' | 'UNACCOUNTED_BYTES';

/**
 * Whether a revision consists of nothing but the objects of its own cross-reference section, that section and its
 * `startxref`. Anything else is invisible to who follows the tables and may be found by who repairs files: the
 * incremental saving attack without a table, objects listed twice, tables that point back into signed bytes.
 */
export function byteProblemOf(
  bytes: Buffer,
  revision: Revision,
  before: RevisionView,
  after: RevisionView,
): ByteProblem | null {
  const [section] = revision.sections;
  if (section === undefined || revision.sections.length !== 1 || !section.wellFormed)
    return 'MALFORMED_REVISION';
  if (hidesBySize(section, before)) return 'MALFORMED_REVISION';
  const taken: { start: number; end: number }[] = [{ start: section.offset, end: section.end }];
  if (section.supplement !== null) taken.push(section.supplement);
  for (const [number, place] of section.entries) {
    if (place.kind === 'free') continue;
    const former = before.place(number);
    // References name a generation too: to an object that comes back as another one they lead nowhere.
    if (former.kind !== 'free' && generationOf(former) !== generationOf(place)) return 'MALFORMED_REVISION';
    // Readers of the table alone see it vanish, the others do not.
    if (former.kind !== 'free' && section.hidden.has(number)) return 'MALFORMED_REVISION';
    if (place.kind === 'offset') {
      // A writer that lists everything anew repeats what is already so.
      if (former.kind === 'offset' && former.offset === place.offset) continue;
      const { located, wellFormed } = after.object(number);
      if (located === null || !wellFormed) return 'MALFORMED_REVISION';
      if (located.start < revision.start || located.end > revision.eof) return 'MALFORMED_REVISION';
      const packed = after.packedNumbers(number);
      if (packed.some((inside) => !isPackedIn(section.entries.get(inside), number)))
        return 'UNACCOUNTED_BYTES';
      if (located.start !== section.offset && located.start !== section.supplement?.start)
        taken.push(located);
      continue;
    }
    const repeated =
      former.kind === 'packed' && former.container === place.container && former.index === place.index;
    if (!repeated && !after.object(number).wellFormed) return 'MALFORMED_REVISION';
  }
  if (revision.closing === null) return 'MALFORMED_REVISION';
  taken.push({ start: revision.closing, end: revision.eof });
  taken.sort((one, other) => one.start - other.start);
  let at = revision.start;
  for (const { start, end } of taken) {
    if (start < at) return 'MALFORMED_REVISION';
    if (!isIdle(bytes, at, start)) return 'UNACCOUNTED_BYTES';
    at = end;
  }
  return null;
}

/**
 * Objects from /Size on are missing (ISO 32000-2 table 15), for those readers that look at it: another /Size makes them
 * vanish, or come to light.
 */
function hidesBySize(section: CrossReferenceSection, before: RevisionView): boolean {
  const one = before.trailer.get('Size');
  const other = section.trailer.get('Size');
  if (typeof one !== 'number' || typeof other !== 'number' || one === other) return false;
  return Math.min(one, other) <= before.highest;
}

function generationOf(place: Place): number {
  return place.kind === 'offset' ? place.generation : 0;
}

/** Who wrote a revision may say so: `%iText-5.5.13`. Comments in which an object could be found are none of these. */
const SIGNATURE_OF_A_PROGRAM = /^%[A-Za-z][\x20-\x24\x26-\x7e\xa9\xae]{0,120}$/;
const STRUCTURE = /obj|stream|xref|trailer|<<|PDF-|EOF/i;

/** Blanks, and lines in which a program names itself. */
function isIdle(bytes: Buffer, start: number, end: number): boolean {
  if (isBlank(bytes, start, end)) return true;
  return bytes
    .toString('latin1', start, end)
    .split(/[\r\n]/)
    .map((line) => line.replace(/^[\0\t\f ]+|[\0\t\f ]+$/g, ''))
    .every((line) => line === '' || (SIGNATURE_OF_A_PROGRAM.test(line) && !STRUCTURE.test(line)));
}

function isPackedIn(place: Place | undefined, container: number): boolean {
  return place?.kind === 'packed' && place.container === container;
}

/** Whether more than blanks follows the last revision. */
export function hasTrailingBytes(bytes: Buffer, file: FileRevisions): boolean {
  return !isBlank(bytes, file.end, bytes.length);
}
