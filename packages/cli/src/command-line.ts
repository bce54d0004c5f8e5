import { parseArgs } from 'node:util';
import { UnusableName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { BackupError } from '@cinnabar/server/backup/backup-error.js';
import { CustodyError } from '@cinnabar/server/custody/custody-error.js';
import { isDatabaseAway } from '@cinnabar/server/database/database-away.js';
import { DatabaseError } from '@cinnabar/server/database/database-error.js';
import { programVersion } from '@cinnabar/server/operation/program-version.js';
import { InvalidSetting } from '@cinnabar/server/settings/config.js';
import { StoreFailure } from '@cinnabar/server/storage/store-failure.js';
import { appCreate, appDisable, appRotate } from './app-commands.js';
import { appList } from './app-list.js';
import { backup, backupVerify } from './backup.js';
import { balanceAdd } from './balance-add.js';
import { certificateList, certificateRevoke } from './certificate-commands.js';
import { certificateStatus } from './certificate-status.js';
import { channelAdd } from './channel-add.js';
import { channelDisable } from './channel-disable.js';
import { corpClose, corpReopen } from './closing-commands.js';
import { type CliContext, type Command, CommandFailed, UsageError, type Values } from './command.js';
import { completionScript, shells } from './completion.js';
import { corpCreate } from './corp-create.js';
import { corpEmbed } from './corp-embed.js';
import { corpExport } from './corp-export.js';
import { corpIdentity } from './corp-identity.js';
import { corpList } from './corp-list.js';
import { corpOidc } from './corp-oidc.js';
import { corpParent } from './corp-parent.js';
import { corpSet } from './corp-set.js';
import { doctor } from './doctor.js';
import { evidenceVerify } from './evidence-verify.js';
import {
  certificateImport,
  certificateRequest,
  certificateWithdraw,
} from './external-certificate-commands.js';
import { keysList } from './keys-list.js';
import { keysMove } from './keys-move.js';
import { keysRotate } from './keys-rotate.js';
import { memberList } from './member-list.js';
import { memberRole } from './member-role.js';
import { migrate } from './migrate.js';
import { nearestCommand } from './nearest-command.js';
import { operatorAdd, operatorList, operatorRemove, operatorSet } from './operator-commands.js';
import { orderRefund } from './order-refund.js';
import { packageList } from './package-list.js';
import { personDelete } from './person-delete.js';
import { personExport } from './person-export.js';
import { personLogin } from './person-login.js';
import { personName } from './person-name.js';
import { registrationList, registrationReview } from './registration-commands.js';
import { restore } from './restore.js';
import { retentionList } from './retention-list.js';
import { sealAuto } from './seal-auto.js';
import { sealList } from './seal-list.js';
import { sealResume, sealReview, sealSuspend } from './seal-move.js';
import { smsReports } from './sms-reports.js';
import { smsTemplatesCommand } from './sms-templates.js';
import { storageMove } from './storage-move.js';
import { overview, usageOf } from './usage.js';
import { verify } from './verify.js';
import { webhookAdd, webhookDelete, webhookList, webhookModify, webhookRotate } from './webhook-commands.js';
import { webhookDeliveries, webhookResend, webhookTest } from './webhook-deliveries.js';

const completion: Command = {
  name: 'completion',
  summary: 'Prints a shell completion script; source it in the startup file of the shell.',
  arguments: [{ name: 'shell', choices: shells }],
  options: {},
  async run(values, { stdout }) {
    const shell = shells.find((each) => each === values['shell']);
    if (shell !== undefined) stdout(completionScript(shell, commands));
    return 0;
  },
};

const commands: readonly Command[] = [
  corpCreate,
  corpList,
  corpIdentity,
  operatorList,
  operatorAdd,
  operatorSet,
  operatorRemove,
  registrationList,
  registrationReview,
  corpSet,
  corpEmbed,
  corpOidc,
  corpParent,
  corpExport,
  corpClose,
  corpReopen,
  appCreate,
  appList,
  appRotate,
  appDisable,
  balanceAdd,
  packageList,
  memberList,
  memberRole,
  personName,
  personLogin,
  personExport,
  personDelete,
  channelAdd,
  channelDisable,
  orderRefund,
  sealList,
  sealReview,
  sealSuspend,
  sealResume,
  sealAuto,
  certificateList,
  certificateRevoke,
  certificateRequest,
  certificateImport,
  certificateStatus,
  certificateWithdraw,
  webhookAdd,
  webhookList,
  webhookModify,
  webhookDelete,
  webhookRotate,
  webhookDeliveries,
  webhookResend,
  webhookTest,
  keysList,
  keysMove,
  keysRotate,
  smsTemplatesCommand,
  smsReports,
  retentionList,
  // Before the command whose name is its beginning.
  backupVerify,
  backup,
  restore,
  storageMove,
  migrate,
  doctor,
  verify,
  evidenceVerify,
  completion,
];

/**
 * Runs one command line.
 * @returns the exit code: 0 success, 1 failure, 2 invalid command line
 */
export async function runCommandLine(args: readonly string[], context: CliContext): Promise<number> {
  const command = commands.find(({ name }) => isPrefix(name.split(' '), args));
  if (command === undefined) return withoutCommand(args, context);
  try {
    const values = readOptions(command, args.slice(command.name.split(' ').length));
    if (values['help'] === true) {
      context.stdout(usageOf(command));
      return 0;
    }
    requireAll(command, values);
    return await command.run(values, context);
  } catch (error) {
    if (error instanceof UsageError) {
      context.stderr(`cinnabar ${command.name}: ${error.message}`);
      context.stderr(`cinnabar ${command.name} --help lists the options.`);
      return 2;
    }
    if (!isExpected(error)) throw error;
    context.stderr(`cinnabar ${command.name}: ${error.message}`);
    return 1;
  }
}

function isPrefix(words: readonly string[], args: readonly string[]): boolean {
  return words.every((word, index) => args[index] === word);
}

function withoutCommand(args: readonly string[], { stdout, stderr }: CliContext): number {
  const [first, second] = args;
  switch (first) {
    case '--version':
      stdout(`cinnabar ${programVersion()}`);
      return 0;
    case '--help':
    case 'help':
      stdout(overview(commands));
      return 0;
    case undefined:
      stderr(overview(commands));
      return 2;
  }
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && second === '--help') {
    stdout(overview(group));
    return 0;
  }
  stderr(`cinnabar: there is no command "${args.join(' ')}"${hintFor(args, group)}`);
  stderr('cinnabar --help lists the commands.');
  return 2;
}

/** The closest command; otherwise the commands that begin with the same word. */
function hintFor(args: readonly string[], group: readonly Command[]): string {
  const meant = nearestCommand(args, commands);
  if (meant !== null) return `; did you mean "${meant}"?`;
  return group.length === 0 ? '' : `; there are ${group.map(({ name }) => name).join(', ')}`;
}

function readOptions(command: Command, args: readonly string[]): Values {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals: command.arguments !== undefined,
    });
    return { ...values, ...argumentsOf(command, positionals, values['help'] === true) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Drop the rest of parseArgs's message, which explains how to pass an argument that begins with a dash.
    throw new UsageError(error.message.split('. ')[0] ?? error.message);
  }
}

function argumentsOf(command: Command, given: readonly string[], helpIsEnough: boolean): Values {
  const wanted = command.arguments ?? [];
  if (helpIsEnough) return {};
  const values: Record<string, string | readonly string[]> = {};
  for (const [index, { name, choices, many }] of wanted.entries()) {
    const value = given[index];
    if (choices !== undefined && (value === undefined || !choices.includes(value))) {
      throw new UsageError(`one of ${choices.join(', ')} is required`);
    }
    if (value === undefined || value.trim() === '') throw new UsageError(`${name.toUpperCase()} is required`);
    values[name] = many === true ? given.slice(index) : value;
  }
  const [superfluous] = wanted.at(-1)?.many === true ? [] : given.slice(wanted.length);
  if (superfluous !== undefined) throw new UsageError(`Unexpected argument '${superfluous}'`);
  return values;
}

function requireAll({ options }: Command, values: Values): void {
  for (const [name, { required }] of Object.entries(options)) {
    const value = values[name];
    if (required && (value === undefined || value === '')) throw new UsageError(`--${name} is required`);
  }
}

/** Expected errors have an external cause; all others are bugs and print their stack. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof CommandFailed ||
    error instanceof InvalidSetting ||
    error instanceof DatabaseError ||
    error instanceof CustodyError ||
    error instanceof BackupError ||
    error instanceof StoreFailure ||
    error instanceof UnusableName ||
    (error instanceof Error && isDatabaseAway(error))
  );
}
