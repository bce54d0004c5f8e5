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
import { prefetch } from '../shared/state/prefetched.js';

/** Requests the session, and then what the home shows. @param home the enterprise whose home is opened; null: another page */
export function askForConsole(home: number | null): void {
  const resumed = prefetch('console', call(resumeConsole, {}));
  if (home === null) return;
  resumed
    .then(({ entered }) => {
      if (entered?.corps.find(({ corpId }) => corpId === home)?.standing !== 'open') return;
      const key = { consoleSession: entered.session, corpId: home };
      for (const { path, input } of [firstOverview, firstBalances]) {
        void prefetch(requestName(home, path, input), post(OPERATIONS_OF_CONSOLE + path, input, key));
      }
      for (const { path, input } of [firstContracts, firstApprovals]) {
        void prefetch(requestName(home, path, input), postForList(OPERATIONS_OF_CONSOLE + path, input, key));
      }
    })
    // The console repeats the requests and reports the error.
    .catch(() => undefined);
}
