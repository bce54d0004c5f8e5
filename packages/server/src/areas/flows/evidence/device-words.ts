/** Human-readable device of a user agent; the history contains the user agent itself. */
import type { Both, Say } from './say.js';

type Known = readonly [pattern: RegExp, words: Both];

/**
 * The first match counts: applications with an embedded browser also contain its name, and browsers the names of
 * others.
 */
const programs: readonly Known[] = [
  [/\bwxwork\//i, ['企业微信', 'WeCom']],
  [/\bMicroMessenger\//, ['微信', 'WeChat']],
  [/\bDingTalk\b/i, ['钉钉', 'DingTalk']],
  [/\b(?:Lark|Feishu)\//, ['飞书', 'Feishu']],
  [/\bAlipayClient\//, ['支付宝', 'Alipay']],
  [/\bHuaweiBrowser\//, ['华为浏览器', 'Huawei Browser']],
  [/\bMiuiBrowser\//, ['小米浏览器', 'Mi Browser']],
  [/\b(?:MQQBrowser|QQBrowser)\//, ['QQ 浏览器', 'QQ Browser']],
  [/\bEdgA?(?:iOS)?\/[\d.]/, ['Edge 浏览器', 'Edge']],
  [/\b(?:Firefox|FxiOS)\//, ['Firefox 浏览器', 'Firefox']],
  [/\b(?:Chrome|CriOS)\//, ['Chrome 浏览器', 'Chrome']],
  [/\bVersion\/[\d.]+ .*\bSafari\//, ['Safari 浏览器', 'Safari']],
];

const systems: readonly Known[] = [
  [/\biPhone\b/, ['iPhone', 'iPhone']],
  [/\biPad\b/, ['iPad', 'iPad']],
  [/\b(?:OpenHarmony|HarmonyOS)\b/, ['鸿蒙', 'HarmonyOS']],
  [/\bAndroid\b/, ['安卓', 'Android']],
  [/\bWindows\b/, ['Windows', 'Windows']],
  [/\bMac OS X\b/, ['macOS', 'macOS']],
  [/\bCrOS\b/, ['ChromeOS', 'ChromeOS']],
  [/\bLinux\b/, ['Linux', 'Linux']],
];

/** Program and system; "" for a client that is not a person's device, such as a server that called the interface. */
export function deviceWords(userAgent: string, say: Say): string {
  const program = firstOf(programs, userAgent);
  const system = firstOf(systems, userAgent);
  if (program === null) return '';
  if (system === null) return say.of(program);
  return say(`${program[0]}（${system[0]}）`, `${program[1]} on ${system[1]}`);
}

function firstOf(known: readonly Known[], userAgent: string): Both | null {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
