import { createHash } from 'node:crypto';
import type { ExaminedSignature } from './examined-signature.js';
import type { provenTimes } from './proven-time.js';
import type { ValidationData } from './validation-data.js';
import type { ValidationObject } from './verification.js';

/**
 * Objects in the newest document security store, with the time at which a reliable document timestamp proves their
 * existence.
 */
export function heldObjects(
  stores: readonly (() => ValidationData)[],
  examined: readonly ExaminedSignature[],
  { reliable }: Pick<ReturnType<typeof provenTimes>, 'reliable'>,
): readonly ValidationObject[] {
  const newest = stores.at(-1);
  if (newest === undefined) return [];
  const objects = objectsIn(newest());
  if (objects.size === 0) return [];
  const proofs = examined
    .filter(({ isTimestamp }) => isTimestamp)
    .flatMap(({ revision, timestamps }) =>
      timestamps
        .filter(({ check }) => reliable.has(check))
        .map(({ check }) => ({
          time: check.time?.toISOString() ?? '',
          held: objectsIn(stores[revision]?.() ?? newest()),
        })),
    )
    .toSorted((one, other) => (one.time < other.time ? -1 : 1));
  return [...objects].map(([sha256, kind]) => ({
    kind,
    sha256,
    provenTime: proofs.find(({ held }) => held.has(sha256))?.time ?? null,
  }));
}

function objectsIn(data: ValidationData): ReadonlyMap<string, ValidationObject['kind']> {
  const objects = new Map<string, ValidationObject['kind']>();
  const add = (kind: ValidationObject['kind'], all: readonly Uint8Array[]): void => {
    for (const bytes of all) objects.set(createHash('sha256').update(bytes).digest('hex'), kind);
  };
  add(
    'certificate',
    data.certificates.map(({ bytes }) => bytes),
  );
  add('CRL', data.revocationLists);
  add('OCSPResponse', data.ocspResponses);
  return objects;
}
