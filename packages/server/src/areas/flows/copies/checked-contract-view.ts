import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { CheckedContract } from '@cinnabar/api/pages/verify.js';
import { maskName } from '../../../custody/masking.js';
import type { Flow, Participant } from '../flow/flow.js';

interface Revision {
  readonly fileId: number;
  readonly hash: string;
  readonly time: Date;
}

/** A contract for the holder of its print copy: nothing beyond the paper itself, and persons masked. */
export function checkedContractView(
  flow: Flow,
  revisions: readonly Revision[],
  historyIntact: boolean,
  zone: string,
): CheckedContract {
  const moment = (time: Date | null) => (time === null ? null : formatDateTime(time, zone));
  return {
    title: flow.title,
    flowCode: flow.flowCode,
    status: flow.status,
    corpName: flow.corpName,
    startTime: moment(flow.startTime),
    finishTime: moment(flow.finishTime),
    parties: flow.participants
      .filter(({ signs }) => signs)
      .map((party) => ({
        name: nameOf(party),
        personName: party.type === 'enterprise' ? maskName(party.psnName) : null,
        signTime: moment(party.signTime),
      })),
    files: flow.files.map(({ fileId, fileName, pages, currentHash }) => ({
      fileName,
      pages: pages.length,
      sha256: currentHash,
      earlier: revisions
        .filter((revision) => revision.fileId === fileId && revision.hash !== currentHash)
        .map(({ hash, time }) => ({ sha256: hash, time: formatDateTime(time, zone) })),
    })),
    historyIntact,
  };
}

/** Names of enterprises are public; a masked person is recognisable only to those who know them. */
function nameOf({ type, corpName, psnName }: Participant): string {
  return type === 'enterprise' ? corpName : maskName(psnName);
}
