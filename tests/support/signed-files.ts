/** The files of a flow as downloaded by a participant over HTTP, verified by poppler and OpenSSL. */
import { contractInfo } from '@cinnabar/api/operations/flows.js';
import type { Person } from './given-enterprise.js';
import type { FlowId } from './given-flow.js';
import { opensslProblems, signaturesIn } from './pdf/found-signatures.js';
import { pdfsig } from './pdf/pdf-tools.js';

export interface SignedFile {
  readonly fileName: string;
  readonly pdf: Uint8Array;
}

export async function signedFiles(person: Person, flowId: FlowId): Promise<readonly SignedFile[]> {
  const items = await person.client.data(contractInfo, { flowId });
  return Promise.all(
    items.map(async ({ fileName, fileUrl }) => {
      const response = await fetch(fileUrl);
      if (response.status !== 200) throw new Error(`${fileUrl} answered ${response.status}`);
      return { fileName, pdf: new Uint8Array(await response.arrayBuffer()) };
    }),
  );
}

/** Objections of poppler or OpenSSL to a file signed by participants in this order; [] if there are none. */
export function signatureProblems(
  { fileName, pdf }: SignedFile,
  participantIds: readonly number[],
  rootPem: string,
): readonly string[] {
  const problems: string[] = [];
  // Poppler lists signatures in the order of the fields, which exist before the first signature.
  const verdicts = participantIds.length === 0 ? [] : pdfsig(pdf);
  const signers = verdicts.map(({ field }) => Number(field.split('-')[1]));
  if (signers.toSorted().join() !== participantIds.toSorted().join()) {
    problems.push(`${fileName}: signed by ${signers.join()}, not ${participantIds.join()}`);
  }
  for (const [index, { field, validation, total }] of verdicts.entries()) {
    if (validation !== 'Signature is Valid.') problems.push(`${fileName}: ${field}: ${validation}`);
    const isLast = signers[index] === participantIds.at(-1);
    if (total !== isLast)
      problems.push(`${fileName}: ${field} covers ${total ? 'all' : 'a part'} of the file`);
  }
  const found = signaturesIn(pdf);
  if (found.length !== participantIds.length) problems.push(`${fileName}: ${found.length} signatures`);
  for (const signature of found) {
    const problem = opensslProblems(signature, rootPem);
    if (problem !== '') problems.push(`${fileName}: ${problem}`);
  }
  return problems;
}

/** A certificate as parsed by OpenSSL. */
export function pemOf(certificate: Uint8Array): string {
  const lines = Buffer.from(certificate).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
