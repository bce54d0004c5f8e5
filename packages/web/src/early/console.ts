import { OPERATIONS_OF_CONSOLE } from '@cinnabar/api/console-door.js';
import { resumeConsole } from '@cinnabar/api/pages/login.js';
import { call } from '../api/call.js';
import { post, postForList } from '../api/post.js';
import {
  firstApprovals,
  firstBalances,
  firstContracts,
  firstOverview,
  requestName,
} from '../shared/console/first-requests.js';
import { sessionOfTab } from '../shared/console/tab-session.js';
import { prefetch } from '../shared/state/prefetched.js';

/**
 * Requests the session and what the home shows: at once with the session of this tab, otherwise with the one that is
 * answered.
 * @param home the enterprise whose home is opened; null: another page
 */
export function askForConsole(home: number | null): void {
  const resumed = prefetch('console', call(resumeConsole, {}));
  if (home === null) return;
  const session = sessionOfTab();
  // The console repeats what is refused because the session is another one by now.
  if (session !== null) {
    askForHome(home, session);
    return;
  }
  resumed
    .then(({ entered }) => {
      if (entered?.corps.find(({ corpId }) => corpId === home)?.standing === 'open') {
        askForHome(home, entered.session);
      }
    })
    // The console repeats the request and reports the error.
    .catch(() => undefined);
}

function askForHome(home: number, session: string): void {
  const key = { consoleSession: session, corpId: home };
  for (const { path, input } of [firstOverview, firstBalances]) {
    void prefetch(requestName(home, path, input), post(OPERATIONS_OF_CONSOLE + path, input, key));
  }
  for (const { path, input } of [firstContracts, firstApprovals]) {
    void prefetch(requestName(home, path, input), postForList(OPERATIONS_OF_CONSOLE + path, input, key));
  }
}
