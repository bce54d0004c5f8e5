import { deviceWords } from '@cinnabar/server/areas/flows/evidence/device-words.js';
import { sayIn } from '@cinnabar/server/areas/flows/evidence/say.js';
import { expect, test } from 'vitest';

const [zh, en] = [sayIn('zh', 'Asia/Shanghai'), sayIn('en', 'Asia/Shanghai')];
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; PLK110)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome 浏览器（Windows）',
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge 浏览器（Windows）',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox 浏览器（Linux）',
    'Firefox on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 浏览器（macOS）',
    'Safari on macOS',
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari 浏览器（iPhone）', 'Safari on iPhone'],
  [
    `${IPHONE} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`,
    '微信（iPhone）',
    'WeChat on iPhone',
  ],
  [
    `${ANDROID} ${WEBKIT} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 wxwork/4.1.38 MicroMessenger/7.0.1`,
    '企业微信（安卓）',
    'WeCom on Android',
  ],
  [
    `${ANDROID} ${WEBKIT} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 AliApp(DingTalk/7.6.50)`,
    '钉钉（安卓）',
    'DingTalk on Android',
  ],
  [
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${WEBKIT} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.0`,
    '华为浏览器（鸿蒙）',
    'Huawei Browser on HarmonyOS',
  ],
])('%s', (userAgent, chinese, english) => {
  expect([deviceWords(userAgent, zh), deviceWords(userAgent, en)]).toEqual([chinese, english]);
});

test.each(['node', 'undici', 'curl/8.5.0', 'okhttp/4.12.0', 'Java/21', 'Mozilla/5.0', ''])(
  'a server that calls the interface is not a person’s device: “%s”',
  (userAgent) => {
    expect(deviceWords(userAgent, zh)).toBe('');
  },
);
