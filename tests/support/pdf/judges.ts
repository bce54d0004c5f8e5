import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { only, readSignedData } from '@cinnabar/pki/cms/signed-data.js';
import { TestRunner } from 'vitest';
import { isInPath } from '../../../scripts/test-tools/tools.mjs';
import { run } from '../programs.js';
import { type FoundSignature, signaturesIn } from './found-signatures.js';
import { strictProblems } from './strict-revisions.js';

/** id-ct-TSTInfo as DER (RFC 3161 2.4.2): a CMS with it inside is a timestamp token. */
const TST_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex');
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14';

export interface JudgesView {
  /** PEM of the trust anchors; omitted: chains are not checked, signatures are. */
  readonly roots?: string;
  /** Verification time of timestamp authorities; omitted: now. */
  readonly at?: Date;
}

/**
 * Findings about a PDF signed by the service: pdfsig, qpdf, mutool, `openssl cms` for each signature, `openssl ts` for
 * each timestamp, the strict comparison of revisions, and our own verifier. Empty if all of them accept every
 * signature. Signatures with SM2, with an electronic seal too, are left to our own.
 */
export async function objections(pdf: Uint8Array, view: JudgesView = {}): Promise<string[]> {
  const all = signaturesIn(pdf);
  const found = all.filter((each) => !isUnknown(each));
  const stamps = found.filter(isTimestamp);
  const signatures = found.filter((each) => !isTimestamp(each));
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-judges-'));
  try {
    await writeFile(join(folder, 'signed.pdf'), pdf);
    await writeFile(join(folder, 'roots.pem'), view.roots ?? '');
    const said = await Promise.all([
      ...(mayJudge('pdfsig') ? [pdfsigSays(folder, signatures.length)] : []),
      ...(mayJudge('qpdf') ? [qpdfSays(folder)] : []),
      ...(mayJudge('mutool') ? [mutoolSays(folder, signatures.length, all.length - found.length)] : []),
      ...(mayJudge('openssl')
        ? [
            ...signatures.map((each, index) => cmsSays(folder, each, index, view)),
            ...found.map((each, index) => tokenSays(folder, each, index, view)),
          ]
        : []),
    ]);
    return [
      ...strictProblems(pdf),
      ...ownVerifierSays(pdf, signatures.length, stamps.length),
      ...said.filter((each) => each !== ''),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A test is skipped if a judge is missing. A hook cannot be: it prepares what its tests judge, without those missing. */
function mayJudge(program: string): boolean {
  return TestRunner.getCurrentTest() !== undefined || isInPath(program);
}

/** sm2-with-sm3 as DER: a CMS by it, or a signature with an electronic seal, which no other program here judges. */
const SM2_WITH_SM3 = Buffer.from('06082a811ccf55018375', 'hex');

function isUnknown(signature: FoundSignature): boolean {
  return signature.cms.includes(SM2_WITH_SM3) && !isTimestamp(signature);
}

function isTimestamp({ cms }: FoundSignature): boolean {
  return cms.subarray(0, 100).includes(TST_INFO);
}

function ownVerifierSays(pdf: Uint8Array, signatures: number, stamps: number): string[] {
  const verification = verifyDocument(pdf, { trusted: [], now: new Date() });
  const others = verification.signatures.filter(
    ({ seal, certificate }) => seal === null && certificate?.algorithm !== 'sm2',
  );
  const kinds = others.map(({ kind }) => kind);
  const seen = [kinds.filter((kind) => kind === 'signature').length, kinds.length].join(' of ');
  return [
    ...(seen === `${signatures} of ${signatures + stamps}`
      ? []
      : [`our verifier sees ${seen} signatures instead of ${signatures} of ${signatures + stamps}`]),
    ...verification.signatures
      .filter(({ verdict }) => verdict === 'invalid')
      .map((each) => `our verifier: ${each.fieldName} ${JSON.stringify(each.problems)}`),
  ];
}

/** pdfsig does not support document timestamps before version 23. */
async function pdfsigSays(folder: string, expected: number): Promise<string> {
  const { text } = await ranIn(folder, 'pdfsig', 'signed.pdf');
  const valid = text.match(/Signature Validation: Signature is Valid\./g)?.length ?? 0;
  const wrong = text.match(/Digest Mismatch|Signature is Invalid/g);
  return valid >= expected && wrong === null ? '' : `pdfsig, of ${expected} signatures:\n${text}`;
}

async function qpdfSays(folder: string): Promise<string> {
  const { ok, text } = await ranIn(folder, 'qpdf', '--check', 'signed.pdf');
  return ok && !text.includes('WARNING') ? '' : `qpdf:\n${text}`;
}

/** mutool treats document timestamps as fields without a signature, and cannot digest by SM3. */
async function mutoolSays(folder: string, expected: number, unknown: number): Promise<string> {
  const { text } = await ranIn(folder, 'mutool', 'sign', '-v', 'signed.pdf');
  const good =
    text.match(/The signature is valid but there have been edits|document is unchanged/g)?.length ?? 0;
  const parts = text.replaceAll('Certificate error: ', '').split('Digest error: Unknown error.');
  return good === expected && parts.length - 1 === unknown && !/invalid|error: /i.test(parts.join(''))
    ? ''
    : `mutool, of ${expected} signatures:\n${text}`;
}

/** Checks CAdES with its signing-certificate attribute (RFC 5035), over exactly the bytes of the byte range. */
async function cmsSays(
  folder: string,
  { cms, covered }: FoundSignature,
  index: number,
  { roots }: JudgesView,
): Promise<string> {
  const [signature, content] = [`cms-${index}.der`, `covered-${index}.bin`];
  await writeFile(join(folder, signature), cms);
  await writeFile(join(folder, content), covered);
  const trust =
    roots === undefined
      ? ['-CAfile', await pooled(folder, signature), '-partial_chain']
      : ['-CAfile', 'roots.pem'];
  const chain = [...trust, '-purpose', 'any', '-no_check_time'];
  const args = ['-verify', '-cades', '-binary', '-inform', 'DER', '-in', signature, '-content', content];
  const { ok, text } = await ranIn(folder, 'openssl', 'cms', ...args, ...chain, '-out', `out-${index}.bin`);
  return ok && text.includes('Verification successful')
    ? ''
    : `openssl cms, signature ${index + 1}:\n${text}`;
}

/** The token over the signature's value, or over the document. */
async function tokenSays(
  folder: string,
  signature: FoundSignature,
  index: number,
  { roots, at }: JudgesView,
): Promise<string> {
  const stamped = stampedBytes(signature);
  if (stamped === null) return '';
  const [token, data] = [`token-${index}.der`, `stamped-${index}.bin`];
  await writeFile(join(folder, token), stamped.token);
  await writeFile(join(folder, data), stamped.data);
  const pool = await pooled(folder, token);
  const trust = roots === undefined ? ['-CAfile', pool, '-partial_chain'] : ['-CAfile', 'roots.pem'];
  const time = at === undefined ? ['-no_check_time'] : ['-attime', String(Math.floor(at.getTime() / 1000))];
  const args = ['-verify', '-data', data, '-in', token, '-token_in', ...trust, '-untrusted', pool, ...time];
  const { text } = await ranIn(folder, 'openssl', 'ts', ...args);
  return text.includes('Verification: OK') ? '' : `openssl ts, signature ${index + 1}:\n${text}`;
}

/** The certificates of a CMS; without roots, each of them is trusted. */
async function pooled(folder: string, cms: string): Promise<string> {
  const pool = `${cms}.pem`;
  await ranIn(folder, 'openssl', 'pkcs7', '-inform', 'DER', '-in', cms, '-print_certs', '-out', pool);
  return pool;
}

function stampedBytes(
  signature: FoundSignature,
): { readonly token: Uint8Array; readonly data: Uint8Array } | null {
  if (isTimestamp(signature)) return { token: signature.cms, data: signature.covered };
  const info = only(readSignedData(signature.cms).signers);
  const attribute = info === null ? null : only(info.unsignedAttributes.get(SIGNATURE_TIME_STAMP));
  return info === null || attribute === null ? null : { token: attribute.bytes, data: info.signature };
}

async function ranIn(
  cwd: string,
  program: string,
  ...args: readonly string[]
): Promise<{ ok: boolean; text: string }> {
  const { ok, stdout, stderr } = await run(program, args, { cwd });
  return { ok, text: `${stdout}${stderr}` };
}
