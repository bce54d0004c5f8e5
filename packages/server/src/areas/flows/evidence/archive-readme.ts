import type { EvidenceRecord } from './evidence-record.js';

/** What stands in the archive, and how each of it is checked with programs that everybody has. */
export function archiveReadme({ contract, sandbox }: EvidenceRecord): string {
  const { flowCode } = contract;
  return [
    `合同 ${flowCode} 的证据包${sandbox ? '（沙箱环境生成，不具法律效力）' : ''}`,
    `Evidence of contract ${flowCode}${sandbox ? ' (made in a sandbox; it proves nothing)' : ''}`,
    '',
    'report-zh.pdf report-en.pdf   报告，平台签名并加盖时间戳 / the report, signed and timestamped',
    'evidence.json                 报告的数据 / the report as data',
    'events.txt                    事件链，每行：摘要 空格 原文 / the chain: hash, space, text',
    'files/N/current.pdf           现行文件，含历次签名 / the file with all signatures',
    'files/N/base.pdf              规范化的上传文件 / the upload, rewritten plainly',
    'files/N/upload.*              上传原件 / the file as it was uploaded',
    'trust/roots.pem               根证书 / roots',
    'trust/authority.pem           平台的根及签发证书 / roots and issuing certificates of the platform',
    'trust/*.crl                   吊销列表 / revocation lists',
    'timestamps/daily-root.tst     每日根的时间戳 / timestamp over the daily root',
    'SHA256SUMS                    以上各项的摘要 / hashes of all of these',
    '',
    '签名的时间戳与证书链在各 PDF 的签名之内。',
    'Timestamps and certificates of signatures are inside the signatures of each PDF.',
    '',
    '核验 / Checking:',
    '  sha256sum -c SHA256SUMS',
    '  pdfsig files/N/current.pdf',
    '  head -c BYTES files/N/current.pdf | sha256sum     (BYTES: evidence.json, revisions)',
    '  openssl crl -inform DER -in trust/issuing-1.crl -CAfile trust/roots.pem -noout -text',
    '  openssl ts -verify -token_in -in timestamps/daily-root.tst -digest ROOT -CAfile trust/roots.pem -untrusted trust/authority.pem',
    '  cinnabar evidence verify FILE.zip --trust ROOTS.pem',
    '',
    '根证书随包附上只为方便：请另行向平台核对其指纹。',
    'The roots are included for convenience: obtain their fingerprints from the platform separately, and compare.',
    '',
  ].join('\n');
}
