import { id } from '@cinnabar/api/schema.js';
import { allCertificates } from '@cinnabar/server/trust/certificate-store.js';
import {
  isRevocationReason,
  REVOCATION_REASONS,
  type RevocationReason,
  revokeCertificate,
} from '@cinnabar/server/trust/revocation.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const certificateList: Command = {
  name: 'certificate list',
  summary: "Shows an enterprise's certificates, oldest first, with what became of them.",
  options: {
    corp: { type: 'string', required: true, placeholder: 'ID', description: 'corpId of the enterprise' },
    json: jsonOption,
  },
  run: (values, surroundings) =>
    withPlatform(values, surroundings, async ({ database }) => {
      const corpId = readOption(id<'Corp'>(), values, 'corp');
      const records = await allCertificates(database.db, corpId, 'enterprise');
      const certificates = records.map((record) => ({
        serialNumber: record.serial_number,
        notBefore: record.not_before.toISOString(),
        notAfter: record.not_after.toISOString(),
        revokedAt: record.revoked_at?.toISOString() ?? null,
        reason: reasonName(record.revocation_reason),
      }));
      const lines = certificates.map(({ serialNumber, notBefore, notAfter, revokedAt, reason }) => {
        const fate = revokedAt === null ? '' : `  revoked ${revokedAt} (${reason})`;
        return `${serialNumber}  ${notBefore} to ${notAfter}${fate}`;
      });
      const text = lines.length === 0 ? `enterprise ${corpId} has no certificate yet` : lines.join('\n');
      return { json: certificates, text };
    }),
};

export const certificateRevoke: Command = {
  name: 'certificate revoke',
  summary:
    'Revokes a certificate of an enterprise or of the service itself, for good; its holder gets a new one.',
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
    json: jsonOption,
  },
  run: (values, surroundings) => {
    const serialNumber = serialOf(values);
    const reason = reasonOf(values);
    return withPlatform(values, surroundings, async ({ database, services }) => {
      const revoked = await revokeCertificate(database.db, serialNumber, reason, services.clock.now());
      if (revoked.outcome === 'unknown')
        throw new CommandFailed(`no certificate has the number ${serialNumber}: nothing was changed`);
      if (revoked.outcome === 'authority')
        throw new CommandFailed('the authority itself cannot be revoked: nothing was changed');
      if (revoked.outcome === 'alreadyRevoked')
        throw new CommandFailed(`${serialNumber} was revoked before: nothing was changed`);
      const { corp_id: corpId, purpose } = revoked.certificate;
      return {
        json: { serialNumber, corpId, purpose, reason },
        text: `${serialNumber} (${purpose}${corpId === 0 ? '' : `, enterprise ${corpId}`}) is revoked: ${reason}`,
      };
    });
  },
};

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

function reasonName(code: number | null): string | null {
  return Object.entries(REVOCATION_REASONS).find(([, each]) => each === code)?.[0] ?? null;
}
