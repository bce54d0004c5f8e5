import type { FaceDevice, FaceReturn } from '../../providers/face/port.js';

/** Browsers of phones and tablets, in-app browsers included; all others have a page with a code to scan. */
const PHONE = /Mobi|Android|iPhone|iPad|HarmonyOS|MicroMessenger|AlipayClient/;

/** The page of the provider that suits the browser. */
export function faceDevice(userAgent: string | null): FaceDevice {
  return userAgent !== null && PHONE.test(userAgent) ? 'phone' : 'pc';
}

/** The parameters that are present. */
export function faceReturn(given: Readonly<Record<string, string | undefined>>): FaceReturn {
  const present = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(present);
}
