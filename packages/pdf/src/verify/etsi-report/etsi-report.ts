/**
 * A verification as a validation report of ETSI TS 119 102-2 (schema version 1.2.1): the same verdicts in the terms of
 * that norm. The report is not signed and makes no statement about qualified signatures.
 */
import type { PolicyName } from '../policies/difference-policy.js';
import type { Problem } from '../reasons.js';
import type { CertificateSummary, SignatureVerification, Verification } from '../verification.js';
import { type Constraint, constraintOf, indicationOf } from './indications.js';
import { signatureAttributes } from './signature-attributes.js';
import { APPLIED, mainIndication, NAMESPACES, objectIdentifierUri, own, subIndication } from './uris.js';
import {
  digest,
  idOf,
  proofOfExistence,
  reference,
  timestampOf,
  validationObjects,
} from './validation-objects.js';
import { type XmlNode, xml, xmlDocument, xmlWith } from './xml-tree.js';

/** Main indications of a signature and, if it is part of another's validation, of an object. */
type Words = Readonly<Record<'passed' | 'invalid' | 'indeterminate', string>>;

const OF_SIGNATURE: Words = {
  passed: 'total-passed',
  invalid: 'total-failed',
  indeterminate: 'indeterminate',
};
const OF_OBJECT: Words = { passed: 'passed', invalid: 'failed', indeterminate: 'indeterminate' };
const CONSTRAINTS: readonly Constraint[] = ['format', 'cryptography', 'certificate', 'laterChanges'];

/**
 * The report in XML; null for a file without signatures, for which the norm defines none.
 * @param now time of the validation
 */
export function etsiReport(verification: Verification, now: Date): string | null {
  const { signatures } = verification;
  if (signatures.length === 0) return null;
  const time = now.toISOString();
  const ofPeople = signatures.filter(({ kind }) => kind === 'signature');
  // For a file with timestamps but no signatures, the report covers the timestamps.
  const reported = ofPeople.length > 0 ? ofPeople : signatures;
  const others = signatures.filter((each) => !reported.includes(each));
  const reports = new Map(
    others.flatMap((signature) => {
      const [stamp] = signature.timestamps;
      const report = { ...reportOf(signature, verification, time, OF_OBJECT), name: 'ValidationReport' };
      return stamp === undefined ? [] : [[idOf.timestamp(stamp), report] as const];
    }),
  );
  const root = xml(
    'ValidationReport',
    ...reported.map((signature) => reportOf(signature, verification, time, OF_SIGNATURE)),
    validationObjects(verification, time, reports),
  );
  return xmlDocument(root, NAMESPACES);
}

function reportOf(
  signature: SignatureVerification,
  verification: Verification,
  now: string,
  words: Words,
): XmlNode {
  // Problems with the file as a whole affect all of its signatures.
  const problems = [...signature.problems, ...verification.problems];
  const id = `S-${verification.signatures.indexOf(signature) + 1}`;
  const { certificate, signerName } = signature;
  const signer =
    certificate === null
      ? null
      : xml(
          'SignerInformation',
          reference('SignerCertificate', idOf.certificate(certificate)),
          xml('Signer', signerName),
        );
  return xml(
    'SignatureValidationReport',
    identifier(signature, id),
    constraints(problems, verification.policy),
    xml(
      'ValidationTimeInfo',
      xml('ValidationTime', now),
      proofOfExistence(
        'BestSignatureTime',
        signature.provenTime ?? now,
        timestampOf(verification, signature.provenTime),
      ),
    ),
    signersDocument(signature),
    signatureAttributes(signature, verification),
    signer,
    status(problems, words, associatedData(signature, problems, id)),
  );
}

function identifier({ value }: SignatureVerification, id: string): XmlNode {
  return xmlWith(
    'SignatureIdentifier',
    { id },
    value === null || value.signedDigest === null
      ? null
      : digest('DigestAlgAndValue', value.digestAlgorithm, value.signedDigest),
    value === null ? null : xml('ds:SignatureValue', value.signature),
    xml('HashOnly', 'false'),
    xml('DocHashOnly', 'false'),
  );
}

/** The digest of the signed data as the signer states it; the validation has recomputed it. */
function signersDocument({ value, problems }: SignatureVerification): XmlNode | null {
  if (value === null || value.messageDigest === null) return null;
  if (problems.some(({ code }) => code === 'DIGEST_MISMATCH')) return null;
  return xml('SignersDocument', digest('DigestAlgAndValue', value.digestAlgorithm, value.messageDigest));
}

function constraints(problems: readonly Problem[], policy: PolicyName): XmlNode {
  const implied = xml('SignaturePolicyIdentifier', xml('xades:SignaturePolicyImplied'));
  return xml(
    'ValidationConstraintsEvaluationReport',
    xml('SignatureValidationPolicy', implied, xml('PolicyName', policy)),
    ...CONSTRAINTS.map((constraint) =>
      xml(
        'ValidationConstraint',
        xml('ValidationConstraintIdentifier', own('constraint', constraint)),
        xml('ConstraintStatus', xml('Status', APPLIED)),
        status(
          problems.filter((problem) => constraintOf(problem) === constraint),
          OF_OBJECT,
          null,
          'ValidationStatus',
        ),
      ),
    ),
  );
}

function status(
  problems: readonly Problem[],
  words: Words,
  data: XmlNode | null,
  name = 'SignatureValidationStatus',
): XmlNode {
  const { effect, subIndications } = indicationOf(problems);
  return xml(
    name,
    xml('MainIndication', mainIndication(words[effect ?? 'passed'])),
    ...subIndications.map((each) => xml('SubIndication', subIndication(each))),
    data,
  );
}

function associatedData(
  { chain, trusted, value, timestamps }: SignatureVerification,
  problems: readonly Problem[],
  id: string,
): XmlNode {
  const anchor = trusted ? chain.at(-1) : undefined;
  const related = timestamps.map(idOf.timestamp);
  const isSecure = !problems.some(({ code }) => code === 'ALGORITHM_WEAK' || code === 'KEY_PROVES_NOTHING');
  return xml(
    'AssociatedValidationReportData',
    anchor === undefined ? null : reference('TrustAnchor', idOf.certificate(anchor)),
    certificateChain(chain, anchor),
    related.length === 0 ? null : reference('RelatedValidationObject', ...related),
    value === null
      ? null
      : xml(
          'CryptoInformation',
          reference('ValidationObjectId', id),
          xml('Algorithm', objectIdentifierUri(value.signatureAlgorithm)),
          xml('SecureAlgorithm', `${isSecure}`),
        ),
    problems.length === 0 ? null : xml('AdditionalValidationReportData', ...problems.map(reason)),
  );
}

function certificateChain(
  chain: readonly CertificateSummary[],
  anchor: CertificateSummary | undefined,
): XmlNode | null {
  const [first, ...above] = chain;
  if (first === undefined) return null;
  return xml(
    'CertificateChain',
    reference('SigningCertificate', idOf.certificate(first)),
    ...above
      .filter((each) => each !== anchor)
      .map((each) => reference('IntermediateCertificate', idOf.certificate(each))),
    anchor === undefined ? null : reference('TrustAnchor', idOf.certificate(anchor)),
  );
}

function reason({ code, detail, text }: Problem): XmlNode {
  const words = detail === '' ? text.en : `${text.en} (${detail})`;
  return xml(
    'ReportData',
    xml('Type', own('reason', code)),
    xmlWith('Value', { 'xsi:type': 'xs:string' }, words),
  );
}
