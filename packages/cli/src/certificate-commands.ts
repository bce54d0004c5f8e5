import { id } from '@cinnabar/api/schema.js';
import { actCertificatesOf, findActCertificate } from '@cinnabar/server/areas/flows/index.js';
import { allCertificates } from '@cinnabar/server/authority/certificate-store.js';
import {
  isRevocationReason,
  REVOCATION_REASONS,
  type RevocationReason,
  revokeActCertificate,
  revokeCertificate,
} from '@cinnabar/server/authority/revocation.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import { recordCommand } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { proofOptions, proveOperator } from './operator-proof.js';
import { readOption } from './read-option.js';
import { type Outcome, withPlatform } from './with-platform.js';

export const certificateList: Command = {
  name: 'certificate list',
  summary:
    "Shows an enterprise's certificates, or those of a person's acts, oldest first, with what became of them.",
  options: {
    corp: { type: 'string', placeholder: 'ID', description: 'corpId of the enterprise' },
    user: {
      type: 'string',
      placeholder: 'ID',
      description: 'userId of the person; each act has its own certificate',
    },
    json: jsonOption,
  },
  run: (values, context) => {
    if ((textOf(values, 'corp') === undefined) === (textOf(values, 'user') === undefined))
      throw new UsageError('--corp or --user is required');
    return withPlatform(values, context, async ({ database }) =>
      textOf(values, 'corp') === undefined
        ? listOfPerson(database.db, readOption(id<'User'>(), values, 'user'))
        : listOfCorp(database.db, readOption(id<'Corp'>(), values, 'corp')),
    );
  },
};

async function listOfCorp(db: Db, corpId: CorpId): Promise<Outcome> {
  const records = await allCertificates(db, corpId, 'enterprise');
  const certificates = records.map((record) => ({
    serialNumber: record.serial_number,
    notBefore: record.not_before.toISOString(),
    notAfter: record.not_after.toISOString(),
    ...fateOf(record.revoked_at, record.revocation_reason),
  }));
  const lines = certificates.map(
    (each) => `${each.serialNumber}  ${each.notBefore} to ${each.notAfter}${printRevocation(each)}`,
  );
  return { json: certificates, text: lines.join('\n') || `enterprise ${corpId} has no certificate yet` };
}

async function listOfPerson(db: Db, userId: UserId): Promise<Outcome> {
  const acts = await actCertificatesOf(db, userId);
  const certificates = acts.map(({ serialNumber, flowId, signedAt, revokedAt, reason }) => ({
    serialNumber,
    flowId,
    signedAt: signedAt.toISOString(),
    ...fateOf(revokedAt, reason),
  }));
  const lines = certificates.map(
    (each) =>
      `${each.serialNumber}  contract ${each.flowId}, signed ${each.signedAt}${printRevocation(each)}`,
  );
  return {
    json: certificates,
    text: lines.join('\n') || `user ${userId} has signed nothing in their own name`,
  };
}

interface Fate {
  readonly revokedAt: string | null;
  readonly reason: string | null;
}

function fateOf(revokedAt: Date | null, code: number | null): Fate {
  const name = Object.entries(REVOCATION_REASONS).find(([, each]) => each === code)?.[0] ?? null;
  return { revokedAt: revokedAt?.toISOString() ?? null, reason: name };
}

function printRevocation({ revokedAt, reason }: Fate): string {
  return revokedAt === null ? '' : `  revoked ${revokedAt} (${reason})`;
}

export const certificateRevoke: Command = {
  name: 'certificate revoke',
  summary:
    'Revokes a certificate of an enterprise, of the service itself, or of a person’s act, permanently.',
  options: {
    serial: {
      type: 'string',
      required: true,
      placeholder: 'HEX',
      description: 'its serial number, as openssl and "certificate list" show it',
    },
    reason: {
      type: 'string',
      placeholder: 'WORD',
      description: `${Object.keys(REVOCATION_REASONS).join(', ')}; unspecified by default`,
    },
    corp: {
      type: 'string',
      placeholder: 'ID',
      description: 'whose it is, where certificates of other authorities have the same number',
    },
    ...proofOptions,
    json: jsonOption,
  },
  run: (values, context) => {
    const serialNumber = serialOf(values);
    const reason = reasonOf(values);
    const corpId = textOf(values, 'corp') === undefined ? null : readOption(id<'Corp'>(), values, 'corp');
    return withPlatform(values, context, async (platform) => {
      const { database, services } = platform;
      const userId = await proveOperator(platform, values);
      const outcome = await revoke(database.db, { serialNumber, corpId }, reason, services.clock.now());
      const after = { serialNumber, reason };
      await recordCommand(database.db, services, { corpId: null, userId, act: 'certificate.revoke', after });
      return outcome;
    });
  },
};

async function revoke(
  db: Db,
  { serialNumber, corpId: holder }: { readonly serialNumber: string; readonly corpId: CorpId | null },
  reason: RevocationReason,
  now: Date,
): Promise<Outcome> {
  const revoked = await revokeCertificate(db, serialNumber, reason, now, holder);
  switch (revoked.outcome) {
    case 'unknown':
      return revokeAct(db, serialNumber, reason, now);
    case 'ambiguous':
      throw new CommandFailed(
        `several certificates have the number ${serialNumber}: name the enterprise by --corp`,
      );
    case 'authority':
      throw new CommandFailed('the authority itself cannot be revoked: nothing was changed');
    case 'alreadyRevoked':
      throw revokedBefore(serialNumber);
    case 'revoked': {
      const { corp_id: corpId, purpose, source } = revoked.certificate;
      const whose = `${purpose}${corpId === 0 ? '' : `, enterprise ${corpId}`}`;
      return {
        json: { serialNumber, corpId, purpose, reason },
        text:
          source === 'built-in'
            ? `${serialNumber} (${whose}) is revoked: ${reason}`
            : `${serialNumber} (${whose}) is used no more: ${reason}; its own authority has to revoke it for everybody else`,
      };
    }
  }
}

/** Revokes a person's certificate, whose serial number was recorded with the act it was issued for. */
async function revokeAct(
  db: Db,
  serialNumber: string,
  reason: RevocationReason,
  now: Date,
): Promise<Outcome> {
  const act = await findActCertificate(db, serialNumber);
  if (act === null)
    throw new CommandFailed(`no certificate has the number ${serialNumber}: nothing was changed`);
  const { userId, flowId, signedAt } = act;
  if (!(await revokeActCertificate(db, serialNumber, signedAt, reason, now)))
    throw revokedBefore(serialNumber);
  return {
    json: { serialNumber, userId, flowId, purpose: 'act', reason },
    text: `${serialNumber} (user ${userId}, contract ${flowId}) is revoked: ${reason}`,
  };
}

function revokedBefore(serialNumber: string): CommandFailed {
  return new CommandFailed(`${serialNumber} was revoked before: nothing was changed`);
}

function serialOf(values: Values): string {
  const given = (textOf(values, 'serial') ?? '').replaceAll(':', '').toLowerCase();
  if (!/^[0-9a-f]+$/.test(given)) throw new UsageError('--serial takes hexadecimal digits');
  return given;
}

function reasonOf(values: Values): RevocationReason {
  const given = textOf(values, 'reason') ?? 'unspecified';
  if (!isRevocationReason(given))
    throw new UsageError(`--reason is one of ${Object.keys(REVOCATION_REASONS).join(', ')}`);
  return given;
}
