import { faceDevice, faceReturn } from '@cinnabar/server/pages/rules/face-return.js';
import { describe, expect, test } from 'vitest';

describe('the page of a face check provider', () => {
  test.each([
    [
      'phone',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    ],
    [
      'phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
    ],
    ['phone', 'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.0'],
    ['pc', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'],
    ['pc', null],
  ] as const)('is the one for a %s for %s', (device, userAgent) => {
    expect(faceDevice(userAgent)).toBe(device);
  });

  test('returns with the parameters that are present', () => {
    expect(faceReturn({ code: '0', newSign: 'A', newSignature: undefined })).toEqual({
      code: '0',
      newSign: 'A',
    });
  });
});
