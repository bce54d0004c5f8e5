import { readFile } from 'node:fs/promises';
import { findFonts } from '@cinnabar/fonts';
import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import {
  ArchiveRefused,
  type ArchiveVerification,
  openArchive,
  verifyArchive,
} from '@cinnabar/server/areas/flows/index.js';
import { type Command, CommandFailed, jsonOption, textOf, type Values } from './command.js';
import { certificatesOfPem } from './read-pem.js';

/** Part of the archive is not authentic. */
const EXIT_INVALID = 3;

export const evidenceVerify: Command = {
  name: 'evidence verify',
  summary:
    'Computes again all that an archive of evidence claims, without service, database or network. Ends with 0 when everything agrees, 3 when something does not.',
  arguments: [{ name: 'file' }],
  options: {
    trust: {
      type: 'string',
      placeholder: 'FILE',
      description: 'trust anchors, PEM; by default the roots in the archive, to be compared manually',
    },
    'tsa-trust': {
      type: 'string',
      placeholder: 'FILE',
      description: 'with --trust: additional trust anchors for timestamps, PEM',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const archive = await readGiven(textOf(values, 'file') ?? '');
    const trusted = await trustedBy(values, 'trust');
    const trustedForTimestamps = (await trustedBy(values, 'tsa-trust')) ?? [];
    if (trusted === null && trustedForTimestamps.length > 0)
      throw new CommandFailed('--tsa-trust requires --trust');
    const containment = await chooseContainment('auto', null);
    const engine = new DocumentEngine({ containment, fonts: findFonts(), workers: 1 });
    try {
      const verification = await verifyArchive(openArchive(archive), {
        trusted,
        trustedForTimestamps,
        now: new Date(),
        verify: (pdf, policy) => engine.verifyDocument(pdf, policy),
      });
      context.stdout(
        values['json'] === true ? JSON.stringify(verification, null, 2) : printArchive(verification),
      );
      return verification.ok ? 0 : EXIT_INVALID;
    } catch (error) {
      if (error instanceof ArchiveRefused)
        throw new CommandFailed(`the file is not an evidence archive (${error.message})`);
      throw error;
    } finally {
      await engine.close();
    }
  },
};

function printArchive(verification: ArchiveVerification): string {
  const { ok, flowCode, checks, trusted, trustedForTimestamps, trustedByItself } = verification;
  return [
    `${ok ? 'AGREES' : 'DOES NOT AGREE'}  ${flowCode}`,
    ...checks.flatMap(({ ok: passed, name, detail, remark }) => [
      `${passed ? 'ok    ' : 'WRONG '} ${name.padEnd(11)} ${detail}`,
      ...(remark === null ? [] : [`note   ${name.padEnd(11)} ${remark}`]),
    ]),
    '',
    trustedByItself
      ? 'Judged by the included roots. Obtain their SHA-256 from the platform separately, and compare:'
      : 'Judged by the certificates that were given:',
    ...trusted.map((fingerprint) => `  ${fingerprint}`),
    ...trustedForTimestamps.map((fingerprint) => `  ${fingerprint}  (timestamps only)`),
  ].join('\n');
}

async function trustedBy(
  values: Values,
  option: 'trust' | 'tsa-trust',
): Promise<readonly Uint8Array[] | null> {
  const file = textOf(values, option);
  if (file === undefined) return null;
  const trusted = certificatesOfPem((await readGiven(file)).toString('latin1'));
  if (trusted.length === 0) throw new CommandFailed(`${file} contains no PEM certificate`);
  return trusted;
}

async function readGiven(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandFailed(`${path} cannot be read (${error instanceof Error ? error.message : error})`);
  }
}
