import { logOut } from '@cinnabar/api/pages/login.js';
import { call } from '../../api/call.js';
import { forgetSessionOfTab } from './tab-session.js';

/** Ends the session and shows the log-in page; also offline, where the session ends by itself. */
export function leaveConsole(): void {
  forgetSessionOfTab();
  call(logOut, {})
    .catch(() => undefined)
    .finally(() => location.replace('/login'));
}
