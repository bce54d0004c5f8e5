/**
 * The validation report of ETSI TS 119 102-2. Its structure is checked by hand, because the licence of the schema does
 * not permit redistribution.
 */
import { etsiReport } from '@cinnabar/pdf/verify/etsi-report/etsi-report.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFile, stream, updated } from '../support/pdf/raw-pdf.js';
import {
  CONTRACT,
  filledIn,
  padesOf,
  signatureBody,
  signedContract,
} from '../support/pdf/signed-contract.js';
import { type CertificateOptions, TestAuthority, tokenOf } from '../support/pdf/test-authority.js';
import { runSync } from '../support/programs.js';

const NOW = new Date('2026-11-21T08:00:00Z');
const VR = 'http://uri.etsi.org/19102/v1.2.1#';

/** The children of each element in the order of the schema, as words followed by a blank. */
const CHILDREN: Readonly<Record<string, RegExp>> = {
  ValidationReport:
    /^((SignatureValidationReport )+(SignatureValidationObjects )?|(SignatureIdentifier )?(ValidationConstraintsEvaluationReport )?(ValidationTimeInfo )?(SignersDocument )?(SignatureAttributes )?(SignerInformation )?SignatureValidationStatus )$/,
  SignatureValidationReport:
    /^(SignatureIdentifier )?(ValidationConstraintsEvaluationReport )?(ValidationTimeInfo )?(SignersDocument )?(SignatureAttributes )?(SignerInformation )?SignatureValidationStatus $/,
  SignatureIdentifier: /^(DigestAlgAndValue )?(SignatureValue )?HashOnly DocHashOnly $/,
  DigestAlgAndValue: /^DigestMethod DigestValue $/,
  ValidationConstraintsEvaluationReport: /^(SignatureValidationPolicy )?(ValidationConstraint )*$/,
  SignatureValidationPolicy: /^SignaturePolicyIdentifier (PolicyName )?$/,
  ValidationConstraint: /^ValidationConstraintIdentifier ConstraintStatus (ValidationStatus )?$/,
  ConstraintStatus: /^Status $/,
  ValidationStatus: /^MainIndication (SubIndication )*$/,
  ValidationTimeInfo: /^ValidationTime BestSignatureTime $/,
  BestSignatureTime: /^POETime TypeOfProof (POEObject )?$/,
  POE: /^POETime TypeOfProof (POEObject )?$/,
  POEProvisioning: /^POETime (ValidationObject )*(SignatureReference )?$/,
  SignersDocument: /^DigestAlgAndValue $/,
  SignatureTimeStamp: /^AttributeObject TimeStampValue $/,
  DocTimeStamp: /^AttributeObject TimeStampValue $/,
  DSS: /^(Certs )?(CRLs )?(OCSPs )?$/,
  SignerInformation: /^SignerCertificate (Signer )?$/,
  SignatureValidationStatus: /^MainIndication (SubIndication )*(AssociatedValidationReportData )*$/,
  AssociatedValidationReportData:
    /^(TrustAnchor )?(CertificateChain )?(RelatedValidationObject )*(CryptoInformation )?(AdditionalValidationReportData )?$/,
  CertificateChain: /^SigningCertificate (IntermediateCertificate )*(TrustAnchor )?$/,
  CryptoInformation: /^ValidationObjectId Algorithm SecureAlgorithm $/,
  AdditionalValidationReportData: /^(ReportData )+$/,
  ReportData: /^Type Value $/,
  SignatureValidationObjects: /^(ValidationObject )+$/,
  ValidationObject:
    /^ObjectType ValidationObjectRepresentation (POE )?(POEProvisioning )?(ValidationReport )?$/,
};

/** Forms of values, by the ending of the element's name. */
const VALUES: readonly (readonly [RegExp, RegExp])[] = [
  [/Time$|TimeStampValue$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  [/^(DigestValue|SignatureValue|Digest)$/, /^[A-Za-z0-9+/]+=*$/],
  [/^(MainIndication)$/, /^urn:etsi:019102:mainindication:[a-z-]+$/],
  [/^(SubIndication)$/, /^urn:etsi:019102:subindication:[A-Z_]+$/],
  [/^(HashOnly|DocHashOnly|SecureAlgorithm)$/, /^(true|false)$/],
  [/^ObjectType$/, /^urn:etsi:019102:validationObject:(certificate|CRL|OCSPResponse|timestamp)$/],
];

const elementsIn = (parent: Element): Element[] =>
  [...parent.childNodes].filter((node): node is Element => node.nodeType === node.ELEMENT_NODE);
const everyElement = (root: Element): Element[] => [
  root,
  ...elementsIn(root).flatMap((child) => everyElement(child)),
];
const nameOf = (element: Element): string => element.localName ?? '';

/** The report of a file, whose form is checked as well. */
function reportOf(file: Uint8Array, trusted: readonly Uint8Array[]) {
  const verification = verifyDocument(file, { trusted, now: NOW });
  const xml = etsiReport(verification, NOW);
  if (xml === null) throw new Error('no report');
  const { status, stderr } = runSync('xmllint', ['--noout', '-'], { input: xml });
  expect([status, stderr.toString()]).toEqual([0, '']);
  const onError = (level: string, message: string): void => {
    if (level !== 'warning') throw new Error(message);
  };
  const root = new DOMParser({ onError }).parseFromString(xml, 'text/xml').documentElement;
  if (root === null) throw new Error('no element');
  const all = everyElement(root);
  const ids = all.map((element) => element.getAttribute('id')).filter((id) => id !== null && id !== '');
  expect(new Set(ids).size).toBe(ids.length);
  for (const element of all) {
    const name = nameOf(element);
    const children = elementsIn(element).map(nameOf);
    const form = name === 'TimeStamp' ? undefined : CHILDREN[name];
    if (form !== undefined) expect(children.map((child) => `${child} `).join(''), name).toMatch(form);
    if (children.length === 0)
      for (const [names, values] of VALUES)
        if (names.test(name)) expect(element.textContent, name).toMatch(values);
    const references = element.getAttribute('VOReference')?.split(' ').filter(Boolean) ?? [];
    for (const id of references) expect(ids, name).toContain(id);
  }
  expect([root.namespaceURI, nameOf(root)]).toEqual([VR, 'ValidationReport']);
  const texts = (name: string): readonly (string | null)[] =>
    all.filter((element) => nameOf(element) === name).map(({ textContent }) => textContent);
  const conclusions = elementsIn(root)
    .filter((element) => nameOf(element) === 'SignatureValidationReport')
    .map((report) => {
      const status = elementsIn(report).find((element) => nameOf(element) === 'SignatureValidationStatus');
      const said = status === undefined ? [] : elementsIn(status);
      return said
        .filter((element) => /Indication$/.test(nameOf(element)))
        .map(({ textContent }) => textContent?.split(':').at(-1));
    });
  return { xml, texts, conclusions, verification };
}

let authority: TestAuthority;
let trusted: readonly Uint8Array[];
beforeAll(async () => {
  authority = await TestAuthority.make();
  trusted = [authority.root.certificate.certificate];
});

const TIME = '2026-11-20T08:00:00Z';

/** Stamped, with a list in its DSS and a document timestamp over all of it. */
async function archivedContract(options: CertificateOptions = {}): Promise<Buffer> {
  const signer = await authority.issue(options);
  const stamper = await authority.timestamper();
  const file = await signedContract(signer, {
    more: '/Reason <FEFF540C610F> /Location <FEFF4E0A6D77>',
    cms: (covered) => padesOf(covered, signer, (value) => tokenOf(value, stamper, TIME)),
  });
  const list = (await authority.revocationList([])).toString('latin1');
  const kept = updated(file, {
    objects: {
      1: (CONTRACT[1] ?? '').replace(/>>$/, ' /DSS <</Type /DSS /CRLs [21 0 R] /Certs [22 0 R]>>>>'),
      21: stream(list),
      22: stream(Buffer.from(authority.root.certificate.certificate).toString('latin1')),
    },
  });
  const body = (number: number): string => CONTRACT[number] ?? '';
  const blank = updated(kept, {
    objects: {
      3: body(3).replace('17 0 R]', '17 0 R 30 0 R]'),
      5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
      30: '<</Type /Annot /Subtype /Widget /FT /Sig /T (ts-1) /F 132 /P 3 0 R /Rect [0 0 0 0] /V 31 0 R>>',
      31: signatureBody('ETSI.RFC3161').replace('/Type /Sig', '/Type /DocTimeStamp'),
    },
  });
  return filledIn(blank, (covered) => tokenOf(covered, stamper, '2026-11-20T09:00:00Z'));
}

describe('the validation report', () => {
  test('of an archived contract has passed, with the time, the chain and every object that it relies on', async () => {
    const { texts, conclusions, xml, verification } = reportOf(await archivedContract(), trusted);
    expect(verification.signatures[0]?.level).toBe('B-LTA');
    expect(conclusions).toEqual([['total-passed']]);
    expect(texts('ValidationTime')).toEqual(['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z']);
    expect(texts('TimeStampValue')).toEqual(['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z']);
    expect(texts('POETime')[0]).toBe('2026-11-20T08:00:00.000Z');
    const kinds = texts('ObjectType').map((uri) => uri?.split(':').at(-1));
    // Those of the root, the signer and the timestamp authority.
    expect(kinds.filter((kind) => kind === 'certificate')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'timestamp')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'CRL')).toHaveLength(1);
    expect(texts('PAdESFieldName')).toEqual(['Sig1', 'ts-1']);
    expect([...texts('Signer')].slice(0, 1)).toEqual(['王五']);
    expect(texts('ReasonElement').concat(texts('AddressString'))).toEqual(['同意', '上海']);
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<ValidationReport ')).toBe(true);
  });

  test.each<readonly [string, () => Promise<Buffer>, readonly string[]]>([
    [
      'changed afterwards',
      async () => updated(await signedContract(await authority.issue()), { objects: { 4: stream('BT ET') } }),
      ['total-failed', 'FORMAT_FAILURE'],
    ],
    [
      'of other bytes',
      async () => {
        const signer = await authority.issue();
        return signedContract(signer, { cms: () => padesOf(Buffer.from('other'), signer) });
      },
      ['total-failed', 'HASH_FAILURE'],
    ],
    [
      'by somebody unknown',
      async () => signedContract(await (await TestAuthority.make()).issue()),
      ['indeterminate', 'NO_CERTIFICATE_CHAIN_FOUND'],
    ],
    [
      'by an expired certificate',
      async () => signedContract(await authority.issue({ until: '2026-11-20T12:00:00Z' })),
      ['indeterminate', 'OUT_OF_BOUNDS_NO_POE'],
    ],
  ])('of a signature %s says so in the words of the norm', async (_, make, expected) => {
    expect(reportOf(await make(), trusted).conclusions).toEqual([expected]);
  });

  test('accepts names with any characters', async () => {
    const signer = await authority.issue({ subject: 'CN=\\<王 & 五\\> ]]\\>\u0001' });
    const { texts } = reportOf(await signedContract(signer), trusted);
    expect(texts('Signer')).toEqual(['<王 & 五> ]]>\u{fffd}']);
  });

  test('does not exist for an unsigned file', () => {
    const verification = verifyDocument(newFile(CONTRACT), { trusted, now: NOW });
    expect(etsiReport(verification, NOW)).toBeNull();
  });
});
