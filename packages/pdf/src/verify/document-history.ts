import { faultOfEnd } from './account-for-bytes.js';
import { compareRevisions } from './compare-revisions.js';
import { type DocumentChange, structureChange } from './document-change.js';
import type { FileRevisions } from './file-revisions.js';
import { type FoundSignature, fieldsOfForm, fieldsOfPages, SignatureFinder } from './find-signatures.js';
import type { DifferencePolicy } from './policies/difference-policy.js';
import type { Problem } from './reasons.js';
import { unlistedDefinition } from './recovery-triggers.js';
import { ReferenceIndex } from './reference-index.js';
import { type ReadObjects, RevisionView } from './revision-view.js';
import { SignedBase } from './signed-base.js';
import { SignedDisplay } from './signed-display.js';
import { faultsOfFile } from './signed-sections.js';
import type { StructureFault } from './structure-fault.js';
import type { WorkBudget } from './work-budget.js';

export interface SignatureInHistory {
  readonly found: FoundSignature;
  /** Index of the revision that added the signature. */
  readonly revision: number;
  /** Whether the last revision still contains it. */
  readonly remains: boolean;
  /** Another field of the same or a later revision has the same value. */
  readonly shared: boolean;
  /** Whether its field is listed in the form and not only placed on a page. */
  readonly listed: boolean;
}

export interface DocumentHistory {
  readonly views: readonly RevisionView[];
  readonly signatures: readonly SignatureInHistory[];
  /** Changes with the index of their revision, from the first signature on. */
  readonly changes: readonly { readonly revision: number; readonly change: DocumentChange }[];
  /** Reasons for which programs may read different documents from the bytes signed first. */
  readonly faults: readonly StructureFault[];
  /** Content of the document signed first that readers may display differently. */
  readonly remarks: readonly Problem[];
}

/** All signatures that a file ever contained, and the changes of every revision after the first of them. */
export function readHistory(
  bytes: Buffer,
  file: FileRevisions,
  policy: DifferencePolicy,
  budget: WorkBudget,
): DocumentHistory {
  const read: ReadObjects = { budget, located: new Map(), packed: new Map() };
  const views = file.revisions.map((_, index) => new RevisionView(bytes, file, index, read));
  const listed = signaturesOf(bytes, views, true);
  const signatures = listed.length > 0 ? listed : signaturesOf(bytes, views, false);
  const first = signatures[0]?.revision ?? views.length;
  const signedView = views[first];
  const base = signedView === undefined ? null : new SignedBase(signedView);
  const display = signedView === undefined ? null : new SignedDisplay(signedView);
  const references =
    signedView === undefined
      ? null
      : new ReferenceIndex(signedView, (number, seen) => {
          base?.visit(number, seen);
          display?.visit(number, seen);
        });
  const signedFaults = references === null ? [] : (base?.faults(references) ?? []);
  const signedEnd = file.revisions[first]?.end ?? bytes.length;
  const unlisted =
    signedView === undefined || references === null
      ? null
      : unlistedDefinition(bytes, signedView, (number) => references.has(number), signedEnd);
  const changes: { revision: number; change: DocumentChange }[] = [];
  for (let index = first + 1; index < views.length; index += 1) {
    const revision = file.revisions[index];
    const previous = file.revisions[index - 1];
    const before = views[index - 1];
    const after = views[index];
    if (revision === undefined || previous === undefined || references === null) continue;
    if (before === undefined || after === undefined) continue;
    const seen = new Set<string>();
    for (const found of compareRevisions({ bytes, previous, revision, before, after }, references, policy)) {
      const key = `${found.kind} ${found.detail}`;
      if (!seen.has(key)) changes.push({ revision: index, change: found });
      seen.add(key);
    }
  }
  const end = faultOfEnd(bytes, file);
  if (end !== null) changes.push({ revision: views.length, change: structureChange(end) });
  const newest = views.at(-1);
  const fileFaults = newest === undefined ? [] : faultsOfFile(bytes, file, newest);
  const faults = [...signedFaults, ...fileFaults, ...(unlisted === null ? [] : [unlisted])];
  return {
    views,
    signatures,
    changes,
    faults: signatures.length === 0 ? [] : faults,
    remarks: display?.remarks ?? [],
  };
}

function signaturesOf(
  bytes: Buffer,
  views: readonly RevisionView[],
  listed: boolean,
): readonly SignatureInHistory[] {
  const seen = new Map<string, { found: FoundSignature; revision: number; last: number; uses: number }>();
  const finder = new SignatureFinder(bytes);
  for (const [index, view] of views.entries()) {
    const counted = new Map<string, number>();
    const fields = listed ? fieldsOfForm(view) : fieldsOfPages(view);
    for (const found of finder.find(view, fields)) {
      const key = `${found.objectStart ?? found.fieldName} ${found.contents?.start ?? ''}`;
      const uses = (counted.get(key) ?? 0) + 1;
      counted.set(key, uses);
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { found, revision: index, last: index, uses });
      else {
        known.last = index;
        known.uses = Math.max(known.uses, uses);
        // The value is already known under another field name.
        if (known.found.fieldName !== found.fieldName) known.uses = Math.max(known.uses, 2);
      }
    }
  }
  return [...seen.values()].map(({ found, revision, last, uses }) => ({
    found,
    revision,
    remains: last === views.length - 1,
    shared: uses > 1,
    listed,
  }));
}
