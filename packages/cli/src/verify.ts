import { readFile } from 'node:fs/promises';
import { findFonts } from '@cinnabar/fonts';
import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import { etsiReport } from '@cinnabar/pdf/verify/etsi-report/etsi-report.js';
import type { PolicyName } from '@cinnabar/pdf/verify/policies/difference-policy.js';
import { isPolicyName } from '@cinnabar/pdf/verify/policies/policy-of-name.js';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import {
  type CliContext,
  type Command,
  CommandFailed,
  jsonOption,
  textOf,
  textsOf,
  UsageError,
  type Values,
} from './command.js';
import { openPlatform } from './open-platform.js';
import { platformPolicy } from './platform-policy.js';
import { printVerification, printVerifiedFile, type VerifiedFile } from './print-verification.js';
import { certificatesOfPem } from './read-pem.js';

/** Exit codes for a readable file. */
const EXIT_CODES: Readonly<Record<Verification['verdict'], number>> = {
  valid: 0,
  valid_with_remarks: 0,
  invalid: 3,
  indeterminate: 4,
  unsigned: 5,
};
/** With several files, the exit code is the first of these that applies to any file. */
const WORST_FIRST: readonly number[] = [1, 3, 4, 5];

export const verify: Command = {
  name: 'verify',
  summary:
    'Verifies the signatures of PDFs; of several files, a line for each. Ends with 0 when all are valid, 3 when one is not, 4 when it cannot be decided, 5 without any, 1 when a file cannot be read.',
  arguments: [{ name: 'file', many: true }],
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
    report: {
      type: 'string',
      placeholder: 'FORM',
      description: 'etsi: a validation report in XML (ETSI TS 119 102-2), of one file',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const files = textsOf(values, 'file');
    const form = formOf(values, files);
    const differences = differencesOf(values);
    const policy = { ...(await policyOf(values, context)), differences };
    const containment = await chooseContainment('auto', null);
    const engine = new DocumentEngine({ containment, fonts: findFonts(), workers: 1 });
    const outcomes: VerifiedFile[] = [];
    try {
      for (const file of files) {
        const outcome = await verifyFile(engine, file, policy);
        outcomes.push(outcome);
        if (files.length > 1 && form === 'text') context.stdout(printVerifiedFile(outcome));
      }
    } finally {
      await engine.close();
    }
    const [only, another] = outcomes;
    if (another !== undefined) {
      if (form === 'json') context.stdout(JSON.stringify(outcomes.map(asJson), null, 2));
      const codes = outcomes.map(exitCodeOf);
      return WORST_FIRST.find((code) => codes.includes(code)) ?? 0;
    }
    if (only === undefined || only.verification === null) throw new CommandFailed(only?.problem ?? '');
    const told = tell(only.verification, form, policy.now);
    if (told === null) context.stderr('the file has no signature: there is nothing to report');
    else context.stdout(told);
    return EXIT_CODES[only.verification.verdict];
  },
};

type Form = 'text' | 'json' | 'etsi';

function formOf(values: Values, files: readonly string[]): Form {
  const report = textOf(values, 'report');
  const isJson = values['json'] === true;
  if (report === undefined) return isJson ? 'json' : 'text';
  if (report !== 'etsi') throw new UsageError(`unknown report ${report}: only etsi is available`);
  if (isJson) throw new UsageError('--json and --report exclude each other');
  if (files.length > 1) throw new UsageError('--report takes one file');
  return report;
}

/** Returns null if this form has no report for the file. */
function tell(verification: Verification, form: Form, now: Date): string | null {
  switch (form) {
    case 'json':
      return JSON.stringify(verification, null, 2);
    case 'etsi':
      return etsiReport(verification, now);
    case 'text':
      return printVerification(verification);
  }
}

function exitCodeOf({ verification }: VerifiedFile): number {
  return verification === null ? 1 : EXIT_CODES[verification.verdict];
}

function asJson({ file, verification, problem }: VerifiedFile): object {
  return verification === null ? { file, problem } : { file, ...verification };
}

/** A file that is not a PDF is reported, and the others are still verified. */
async function verifyFile(
  engine: DocumentEngine,
  file: string,
  policy: VerificationPolicy,
): Promise<VerifiedFile> {
  try {
    const bytes = await readGiven(file);
    return { file, verification: await engine.verifyDocument(bytes, policy), problem: '' };
  } catch (error) {
    if (error instanceof DocumentRefused)
      return { file, verification: null, problem: `the file is not a readable PDF (${error.detail})` };
    if (error instanceof CommandFailed) return { file, verification: null, problem: error.message };
    throw error;
  }
}

function differencesOf(values: Values): PolicyName {
  const name = textOf(values, 'policy') ?? 'default';
  if (!isPolicyName(name)) throw new CommandFailed(`unknown policy ${name}: choose default or strict`);
  return name;
}

async function policyOf(values: Values, context: CliContext): Promise<VerificationPolicy> {
  const file = textOf(values, 'trust');
  if (file !== undefined) {
    const trusted = certificatesOfPem((await readGiven(file)).toString('latin1'));
    if (trusted.length === 0) throw new CommandFailed(`${file} contains no PEM certificate`);
    return { trusted, now: new Date() };
  }
  const platform = await openPlatform(readConfig(context.environment), context);
  try {
    return await platformPolicy(platform);
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
