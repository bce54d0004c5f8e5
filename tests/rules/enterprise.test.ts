import { corpNameKey } from '@cinnabar/server/areas/enterprise/rules.js';
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
