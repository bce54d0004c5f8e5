import { randomBytes } from 'node:crypto';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { TimestampClient } from '@cinnabar/pki/timestamps/timestamp-client.js';
import type { TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import type { Config } from '../../settings/config.js';
import { readTimestampTrust } from '../../settings/timestamp-trust.js';
import { error, type Finding, messageOf, ok, same, type Words, warn } from './finding.js';

const CHECK = 'timestamps';

/** Checks the timestamp authorities: requests one timestamp from each external one and verifies it. */
export async function checkTimestamps(config: Config): Promise<readonly Finding[]> {
  if (config.timestampAuthorities.length === 0) {
    const message = {
      zh: '签名不带时间戳，日后无法证明签署时间',
      en: 'signatures get no timestamp: nobody can prove later when they were made',
    };
    const remedy = {
      zh: '去掉 TSA_URLS，或在其中填写时间戳服务的地址',
      en: 'leave TSA_URLS out, or name authorities in it',
    };
    return [warn(CHECK, message, remedy)];
  }
  let anchors: readonly ParsedCertificate[];
  try {
    anchors = await readTimestampTrust(config);
  } catch (thrown) {
    const cause = messageOf(thrown);
    const remedy = {
      zh: '填写存有时间戳服务证书的 PEM 文件',
      en: 'name a PEM file with the certificates of the authorities',
    };
    return [error(CHECK, { zh: `无法读取 TSA_TRUST 中的证书：${cause}`, en: cause }, remedy)];
  }
  const { timestampPolicy: policy, timestampDeadlineMs: deadlineMs } = config;
  return Promise.all(
    config.timestampAuthorities.map(async (address) => {
      if (address === 'built-in') return BUILT_IN;
      const client = new TimestampClient({ address, anchors, policy, deadlineMs });
      return checkAuthority(same(client.address), client);
    }),
  );
}

const BUILT_IN = ok(CHECK, { zh: '由本服务内置的时间戳服务签发', en: "the service's own authority" });

/** Requests one timestamp, which a source verifies. */
export async function checkAuthority(name: Words, source: Pick<TimestampSource, 'stamp'>): Promise<Finding> {
  try {
    const { authority, time } = await source.stamp(randomBytes(32), new Date());
    const told = time.toISOString();
    return ok(CHECK, {
      zh: `${name.zh}：${authority} 的时间为 ${told}`,
      en: `${name.en}: ${authority} says ${told}`,
    });
  } catch (thrown) {
    const cause = messageOf(thrown);
    const message = {
      zh: `${name.zh} 未签发时间戳：${cause}`,
      en: `${name.en} gives no timestamp: ${cause}`,
    };
    const remedy = {
      zh: '更正 TSA_URLS 或 TSA_TRUST；在此之前，签名可能不带时间戳',
      en: 'correct TSA_URLS or TSA_TRUST; until then signatures may stay without timestamps',
    };
    return warn(CHECK, message, remedy);
  }
}
