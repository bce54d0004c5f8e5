import { certificateOrNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { SEAL_SUB_FILTER } from '../seal-sub-filter.js';
import { isString, type PdfDictionary } from '../syntax/values.js';
import { type Coverage, checkByteRange } from './byte-range.js';
import { certificationOf, limitOf, lockOf } from './change-permission.js';
import { checkDocumentTimestamp, checkSignature, isVendorTimestamp } from './check-signature.js';
import type { DocumentHistory } from './document-history.js';
import type { ExaminedSignature } from './examined-signature.js';
import { isTimestamp } from './field-entries.js';
import type { FileRevisions } from './file-revisions.js';
import type { PlacedTimestamp } from './proven-time.js';
import type { RevisionView } from './revision-view.js';
import { type HeldTimestamp, relatedTimestamp } from './signature-timestamps.js';
import { validationDataOf } from './validation-data.js';
import type { Anchors, ValueCheck } from './value-check.js';

/** Cost of parsing the certificates and verifying the value: about a millisecond. */
const WORK_PER_SIGNATURE = 10_000;

/** Examines every signature of a file on its own: coverage, value and permissions. */
export function examineSignatures(
  bytes: Buffer,
  file: FileRevisions,
  history: DocumentHistory,
  anchors: Anchors,
): readonly ExaminedSignature[] {
  const last = history.views.at(-1);
  const pool = last === undefined ? [] : validationDataOf(last).certificates;
  const uses = new Map<string, number>();
  for (const { found } of history.signatures) {
    const key = `${found.contents?.start}`;
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  return history.signatures.flatMap((signature) => {
    const view = history.views[signature.revision];
    if (view === undefined) return [];
    const { found, revision } = signature;
    const coverage = checkByteRange(bytes, file, found, revision);
    view.budget.spend(WORK_PER_SIGNATURE);
    view.budget.spendOnDigest(coverage.end);
    const subFilter = view.name(found.dictionary.get('SubFilter')) ?? '';
    const stamp = isTimestamp(view, found.dictionary) || isVendorTimestamp(coverage.value, subFilter);
    const value = stamp
      ? checkDocumentTimestamp(coverage, subFilter, pool, anchors)
      : checkSignature(
          coverage,
          subFilter,
          [...authoritiesOfSeal(view, found.dictionary, subFilter), ...pool],
          anchors,
        );
    return [
      {
        ...signature,
        shared: signature.shared || (uses.get(`${found.contents?.start}`) ?? 0) > 1,
        coverage,
        value,
        timestamps: timestampsOf(history, { value, coverage, revision, stamp }, pool, anchors),
        subFilter,
        isTimestamp: stamp,
        certification: certificationOf(view, found),
        limit: limitOf(view, found),
        locks: lockOf(view, found),
      },
    ];
  });
}

/** Maximum number of certificates of one /Cert that are read. */
const MAX_ENCLOSED = 16;

/** Certificates beside a signature with an electronic seal, in /Cert (ISO 32000-2, table 255). */
function authoritiesOfSeal(
  view: RevisionView,
  dictionary: PdfDictionary,
  subFilter: string,
): readonly ParsedCertificate[] {
  if (subFilter !== SEAL_SUB_FILTER) return [];
  return (view.array(dictionary.get('Cert')) ?? [])
    .slice(0, MAX_ENCLOSED)
    .map((each) => view.resolve(each))
    .filter((each) => isString(each))
    .map(({ bytes }) => certificateOrNull(bytes))
    .filter((each) => each !== null);
}

function timestampsOf(
  { views }: DocumentHistory,
  {
    value: { timestamps, signer, signedData },
    coverage,
    revision,
    stamp,
  }: {
    readonly value: ValueCheck;
    readonly coverage: Coverage;
    readonly revision: number;
    readonly stamp: boolean;
  },
  pool: readonly ParsedCertificate[],
  anchors: Anchors,
): readonly HeldTimestamp[] {
  const own = timestamps.map((check) => ({ check, heldBy: revision }));
  if (stamp || signer === null) return own;
  const known = [...(signedData?.certificates ?? []), ...pool];
  const values = [coverage.value, coverage.value.subarray(0, signedData?.length ?? 0)];
  const related = relatedTimestamp(views, values, signer, known, anchors.timestamps);
  return related === null ? own : [...own, related];
}

/** The timestamps of a file with their positions, from which proven times are derived. */
export function placedTimestamps(examined: readonly ExaminedSignature[]): readonly PlacedTimestamp[] {
  return examined.flatMap(({ value, timestamps, revision, isTimestamp: stamp, coverage }) => {
    // A broken signature proves nothing about the revisions before it.
    const isWhole = stamp || !value.problems.some(({ effect }) => effect === 'invalid');
    const covers = coverage.problems.length === 0 && isWhole;
    return timestamps.map(({ check, heldBy }) => ({ revision, heldBy, check, covers }));
  });
}
