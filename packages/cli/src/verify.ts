import { readFile } from 'node:fs/promises';
import { readTimestampTrust } from '@cinnabar/server/choose-timestamps.js';
import { readConfig } from '@cinnabar/server/config.js';
import { chooseContainment } from '@cinnabar/server/containment/choose-containment.js';
import { DocumentEngine } from '@cinnabar/server/documents/engine.js';
import { DocumentRefused } from '@cinnabar/server/documents/model.js';
import type { PolicyName } from '@cinnabar/server/documents/verify/policies/difference-policy.js';
import { isPolicyName } from '@cinnabar/server/documents/verify/policies/policy-of-name.js';
import type { Verification } from '@cinnabar/server/documents/verify/verification.js';
import type { VerificationPolicy } from '@cinnabar/server/documents/verify/verify-document.js';
import { readSignatureTrust } from '@cinnabar/server/signature-trust.js';
import { allCertificates } from '@cinnabar/server/trust/certificate-store.js';
import { PLATFORM } from '@cinnabar/server/trust/envelope.js';
import { storedRevocationLists } from '@cinnabar/server/trust/revocation-store.js';
import {
  type Command,
  CommandFailed,
  jsonOption,
  type Surroundings,
  textOf,
  type Values,
} from './command.js';
import { openPlatform } from './open-platform.js';
import { certificatesOfPem } from './read-pem.js';
import { tellVerification } from './tell-verification.js';

/** What the command ends with when the file could be read. */
const EXIT_CODES: Readonly<Record<Verification['verdict'], number>> = {
  valid: 0,
  valid_with_remarks: 0,
  invalid: 3,
  indeterminate: 4,
  unsigned: 5,
};

export const verify: Command = {
  name: 'verify',
  summary:
    'Verifies the signatures of a PDF. Ends with 0 when all are valid, 3 when one is not, 4 when it cannot be decided, 5 without any.',
  arguments: [{ name: 'file' }],
  options: {
    trust: {
      type: 'string',
      placeholder: 'FILE',
      description:
        'trusted certificates, PEM; by default the authority of this service, from its database, and those of SIGNATURE_TRUST',
    },
    policy: {
      type: 'string',
      placeholder: 'NAME',
      description:
        'which changes may follow a signature: default; or strict: further signatures, timestamps and validation data alone',
    },
    json: jsonOption,
  },
  async run(values, surroundings) {
    const bytes = await readGiven(textOf(values, 'file') ?? '');
    const differences = differencesOf(values);
    const policy = { ...(await policyOf(values, surroundings)), differences };
    const containment = await chooseContainment('auto', null);
    const engine = new DocumentEngine({ containment, fontDir: null, workers: 1 });
    try {
      const verification = await engine.verifyDocument(bytes, policy);
      surroundings.print(
        values['json'] === true ? JSON.stringify(verification, null, 2) : tellVerification(verification),
      );
      return EXIT_CODES[verification.verdict];
    } catch (error) {
      if (error instanceof DocumentRefused)
        throw new CommandFailed(`the file is no readable PDF (${error.detail})`);
      throw error;
    } finally {
      await engine.close();
    }
  },
};

function differencesOf(values: Values): PolicyName {
  const name = textOf(values, 'policy') ?? 'default';
  if (!isPolicyName(name)) throw new CommandFailed(`no policy is called ${name}: default and strict are`);
  return name;
}

async function policyOf(values: Values, surroundings: Surroundings): Promise<VerificationPolicy> {
  const file = textOf(values, 'trust');
  if (file !== undefined) {
    const trusted = certificatesOfPem((await readGiven(file)).toString('latin1'));
    if (trusted.length === 0) throw new CommandFailed(`${file} holds no certificate in PEM`);
    return { trusted, now: new Date() };
  }
  const platform = await openPlatform(readConfig(surroundings.environment), surroundings);
  try {
    const { db } = platform.database;
    const roots = await allCertificates(db, PLATFORM, 'root');
    return {
      trusted: [
        ...roots.map(({ certificate }) => certificate),
        ...(await readSignatureTrust(platform.config)),
      ],
      trustedForTimestamps: (await readTimestampTrust(platform.config)).map(({ bytes }) => bytes),
      revocationLists: await storedRevocationLists(db),
      now: platform.services.clock.now(),
    };
  } finally {
    await platform.close();
  }
}

async function readGiven(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandFailed(`${path} cannot be read (${error instanceof Error ? error.message : error})`);
  }
}
