import { certificateStatus, corpNameKey } from '@cinnabar/server/areas/enterprise/rules.js';
import { describe, expect, it } from 'vitest';

describe('whether two names denote one enterprise', () => {
  const rows = [
    ['测试（北京）科技有限公司', '测试(北京)科技有限公司', true],
    ['测试 （北京）　科技有限公司', '测试(北京)科技有限公司', true],
    ['测试【北京】科技有限公司', '测试〔北京〕科技有限公司', true],
    ['ＡＢＣ有限公司', 'ABC有限公司', true],
    ['测试北京科技有限公司', '测试(北京)科技有限公司', false],
    ['测试（上海）科技有限公司', '测试（北京）科技有限公司', false],
  ] as const;

  it.each(rows)('%s and %s: %s', (one, other, same) => {
    expect(corpNameKey(one) === corpNameKey(other)).toBe(same);
  });
});

describe('the status of a certificate', () => {
  const end = new Date('2026-11-23T12:00:00Z');
  const later = new Date(end.getTime() + 1);

  it.each([
    ['before its end', { not_after: end, revoked_at: null }, new Date(0), 'valid'],
    ['at its end', { not_after: end, revoked_at: null }, end, 'valid'],
    ['after its end', { not_after: end, revoked_at: null }, later, 'expired'],
    ['revoked', { not_after: end, revoked_at: new Date(0) }, new Date(0), 'revoked'],
    ['revoked, after its end', { not_after: end, revoked_at: end }, later, 'revoked'],
  ] as const)('%s', (_case, certificate, now, status) => {
    expect(certificateStatus(certificate, now)).toBe(status);
  });
});
