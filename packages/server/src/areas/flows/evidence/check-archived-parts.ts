/** Whether an archive has exactly the parts that its signed record lists, regardless of its checksum file. */
import type { JsonValue } from '../../../custody/canonical-json.js';
import { type ArchiveCheck, checked } from './archive-check.js';
import { type Claims, sha256 } from './archive-claims.js';
import { ARCHIVE, archivedEntries, claimedFile, HISTORY_FILE, UNLISTED } from './archive-entries.js';
import { FORMAT_WITHOUT_PARTS } from './evidence-record.js';
import { listWithin, textWithin, within } from './rules/evidence.js';

/**
 * Every listed part exists with its hash, and there are no others. Archives of earlier versions pass with a remark that
 * names the parts not covered by their record.
 */
export function checkParts(claims: Claims): ArchiveCheck {
  const { entries, record } = claims;
  if (textWithin(record, 'format') === FORMAT_WITHOUT_PARTS) return checkEarlier(claims);
  const listed = within(record, 'parts');
  if (!Array.isArray(listed)) return checked('parts', ['the record lists no parts'], '');
  const names = new Set(listed.map((part) => textWithin(part, 'name')));
  const problems = [
    ...(names.size === listed.length ? [] : ['the record lists a part twice']),
    ...listed.flatMap((part) => problemOf(part, entries)),
    ...[...UNLISTED].filter((name) => !entries.has(name)).map((name) => `${name} is missing`),
    ...[...entries.keys()]
      .filter((name) => !names.has(name) && !UNLISTED.has(name))
      .map((name) => `${name} is surplus: the record does not list it`),
  ];
  return checked(
    'parts',
    problems,
    `${listed.length} parts, each as the signed record lists it, and no others`,
  );
}

function problemOf(part: JsonValue, entries: Claims['entries']): readonly string[] {
  const name = textWithin(part, 'name');
  const bytes = entries.get(name);
  if (bytes === undefined) return [`${name} is missing`];
  const same = sha256(bytes) === textWithin(part, 'sha256') && bytes.length === within(part, 'length');
  return same ? [] : [`${name} is not what the record lists`];
}

/** Parts of earlier archives that no signed data covers. */
const UNCOVERED = /^(?:README\.txt|trust\/(?:roots\.pem|authority\.pem|[a-z]+-\d+\.crl))$/;

/**
 * A record of an earlier version covers its history, its files and the token of its daily root, which other checks
 * compare. It does not cover the rest, of which only entries that such archives never had are known to be surplus.
 */
function checkEarlier({ entries, record }: Claims): ArchiveCheck {
  const compared = new Set([
    HISTORY_FILE,
    ARCHIVE.dailyRootToken,
    ...UNLISTED,
    ...listWithin(record, 'files').flatMap((file) =>
      archivedEntries(claimedFile(file)).map(([name]) => name),
    ),
  ]);
  const rest = [...entries.keys()].filter((name) => !compared.has(name));
  const uncovered = rest.filter((name) => UNCOVERED.test(name));
  const problems = rest.filter((name) => !uncovered.includes(name)).map((name) => `${name} is surplus`);
  return {
    ...checked(
      'parts',
      problems,
      'no part is surplus; the record is of an earlier version, which lists none',
    ),
    remark: uncovered.length === 0 ? null : `the signed record does not cover ${uncovered.join(', ')}`,
  };
}
