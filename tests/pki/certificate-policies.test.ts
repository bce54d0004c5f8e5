/** The cases follow NIST's PKITS, 4.8 to 4.12, for a verifier that accepts any policy. */

import { element, implicit, integer, objectIdentifier, sequence } from '@cinnabar/pki/asn1/der.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { policyFault } from '@cinnabar/pki/certificates/certificate-policies.js';
import type { Extension } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { expect, test } from 'vitest';

const [P1, P2, P3] = ['2.16.840.1.101.3.2.1.48.1', '2.16.840.1.101.3.2.1.48.2', '2.16.840.1.101.3.2.1.48.3'];
const ANY = '2.5.29.32.0';

interface CertificateOptions {
  readonly policies?: readonly string[];
  /** Pairs of an issuer's and a subject's policy. */
  readonly maps?: readonly (readonly [string, string])[];
  readonly explicit?: number;
  readonly inhibitMapping?: number;
  readonly inhibitAny?: number;
  readonly selfIssued?: boolean;
  /** DER in place of the policies. */
  readonly raw?: Uint8Array;
}

function certificate(options: CertificateOptions, index: number) {
  const extensions = new Map<string, Extension>();
  const add = (type: string, value: Uint8Array): void => {
    extensions.set(type, { critical: true, value });
  };
  if (options.policies !== undefined)
    add(
      OID.certificatePolicies,
      sequence(...options.policies.map((each) => sequence(objectIdentifier(each)))),
    );
  if (options.raw !== undefined) add(OID.certificatePolicies, options.raw);
  if (options.maps !== undefined)
    add(
      OID.policyMappings,
      sequence(...options.maps.map((pair) => sequence(...pair.map((each) => objectIdentifier(each))))),
    );
  const { explicit, inhibitMapping, inhibitAny } = options;
  if (explicit !== undefined || inhibitMapping !== undefined)
    add(
      OID.policyConstraints,
      sequence(
        ...(explicit === undefined ? [] : [implicit(0, integer(explicit))]),
        ...(inhibitMapping === undefined ? [] : [implicit(1, integer(inhibitMapping))]),
      ),
    );
  if (inhibitAny !== undefined) add(OID.inhibitAnyPolicy, integer(inhibitAny));
  const name = (text: string) => Buffer.from(text);
  return {
    index,
    subject: name(`${index}`),
    issuer: name(options.selfIssued === true ? `${index}` : `${index - 1}`),
    extensions,
  };
}

/** Where a path violates its policies, counted from the certificate issued by the trusted one; null if it does not. */
function faultIn(...path: readonly CertificateOptions[]): number | null {
  return policyFault(path.map(certificate).toReversed())?.index ?? null;
}

const NONE: CertificateOptions = {};
const ONE: CertificateOptions = { policies: [P1] };

test.each<readonly [name: string, path: readonly CertificateOptions[], keeps: boolean]>([
  ['4.8.1 the same policy all along', [ONE, ONE, ONE], true],
  ['4.8.2 no policies, and nobody demands any', [NONE, NONE, NONE], true],
  ['4.8.3 different policies, and nobody demands any', [ONE, { policies: [P2] }, { policies: [P3] }], true],
  ['4.8.4 different policies where one is demanded', [{ ...ONE, explicit: 0 }, { policies: [P2] }], false],
  ['4.8.11 any policy all along', [{ policies: [ANY], explicit: 0 }, { policies: [ANY] }], true],
  ['4.8.13 any policy above, one below', [{ policies: [ANY], explicit: 0 }, ONE], true],
  ['4.9.1 demanded after ten', [{ ...NONE, explicit: 10 }, NONE, NONE, NONE, NONE], true],
  ['4.9.2 demanded after five', [{ explicit: 5 }, NONE, NONE, NONE, NONE], true],
  ['4.9.3 demanded after four', [{ explicit: 4 }, NONE, NONE, NONE, NONE], false],
  ['4.9.4 demanded at once, and there', [{ ...ONE, explicit: 0 }, ONE, ONE, ONE], true],
  [
    '4.9.5 demanded after seven, then two, then four',
    [{ explicit: 7 }, { explicit: 2 }, { explicit: 4 }, NONE, NONE],
    false,
  ],
  [
    '4.9.6 what an authority issues itself does not count',
    [{ explicit: 2 }, { selfIssued: true }, NONE],
    true,
  ],
  [
    '4.9.7 but what comes below does',
    [{ explicit: 2 }, { selfIssued: true }, NONE, { selfIssued: true }, NONE],
    false,
  ],
  ['the end entity itself demands what is not there', [ONE, { explicit: 0 }], false],
  ['4.10.1 mapped to what is there', [{ ...ONE, maps: [[P1, P2]], explicit: 0 }, { policies: [P2] }], true],
  ['4.10.1 mapped to something else', [{ ...ONE, maps: [[P1, P2]], explicit: 0 }, ONE], false],
  [
    '4.10.5 one policy to two',
    [
      {
        ...ONE,
        explicit: 0,
        maps: [
          [P1, P2],
          [P1, P3],
        ],
      },
      { policies: [P3] },
    ],
    true,
  ],
  ['4.10.7 mapped from any policy', [{ policies: [ANY], maps: [[ANY, P1]] }, ONE], false],
  ['4.10.8 mapped to any policy', [{ ...ONE, maps: [[P1, ANY]] }, ONE], false],
  [
    '4.10.9 mapped twice',
    [{ ...ONE, maps: [[P1, P2]], explicit: 0 }, { policies: [P2], maps: [[P2, P3]] }, { policies: [P3] }],
    true,
  ],
  [
    '4.10.13 mapped out of any policy',
    [{ policies: [ANY], maps: [[P1, P2]], explicit: 0 }, { policies: [P2] }],
    true,
  ],
  [
    '4.11.1 nobody may map',
    [{ ...ONE, explicit: 0, inhibitMapping: 0 }, { ...ONE, maps: [[P1, P2]] }, { policies: [P2] }],
    false,
  ],
  [
    '4.11.2 the next authority may map',
    [{ ...ONE, explicit: 0, inhibitMapping: 1 }, { ...ONE, maps: [[P1, P2]] }, { policies: [P2] }],
    true,
  ],
  [
    '4.11.3 but not the one after it',
    [
      { ...ONE, explicit: 0, inhibitMapping: 1 },
      { ...ONE, maps: [[P1, P2]] },
      { policies: [P2], maps: [[P2, P3]] },
      { policies: [P3] },
    ],
    false,
  ],
  ['4.12.1 any policy counts no more', [{ ...ONE, explicit: 0, inhibitAny: 0 }, { policies: [ANY] }], false],
  ['4.12.2 beside one that does', [{ ...ONE, explicit: 0, inhibitAny: 0 }, { policies: [ANY, P1] }], true],
  [
    '4.12.4 after one more authority',
    [{ ...ONE, explicit: 0, inhibitAny: 1 }, { policies: [ANY] }, { policies: [ANY] }],
    false,
  ],
  [
    '4.12.7 but in what an authority issues itself',
    [{ ...ONE, explicit: 0, inhibitAny: 0 }, { policies: [ANY], selfIssued: true }, ONE],
    true,
  ],
  ['policies that cannot be read', [{ raw: element(0x30, Buffer.of(1, 2, 3)) }], false],
  ['an authority that skips fewer than none', [{ explicit: -1 }, NONE], false],
])('%s', (_, path, keeps) => {
  expect(faultIn(...path) === null).toBe(keeps);
});

test('the certificate that lacks the required policy is reported', () => {
  expect(faultIn({ ...ONE, explicit: 0 }, { policies: [P2] }, { policies: [P2] })).toBe(1);
});

test('thousands of mutually mapped policies take time in proportion to their number, not to its square', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `1.3.6.1.4.1.${index}`);
  const maps = names.map((name, index) => [name, names[(index * 7) % names.length] ?? name] as const);
  const authority: CertificateOptions = { policies: [...names, ANY], maps };
  expect(faultIn({ ...authority, explicit: 0 }, authority, authority, authority, { policies: names })).toBe(
    null,
  );
});
