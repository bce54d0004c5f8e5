import { FlowStatus } from '@cinnabar/api/enums.js';
import type { CheckedContract, CheckedFile } from '@cinnabar/api/pages/verify.js';
import { CircleCheck, CircleX, Clock, FileText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { momentInFull } from '../shared/format/dates.js';
import { useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';
import { Fold } from './fold.js';
import { Rows } from './rows.js';

const stateLooks = {
  waiting: { Icon: Clock, text: 'text-warning' },
  done: { Icon: CircleCheck, text: 'text-success' },
  ended: { Icon: CircleX, text: 'text-danger' },
} as const;

/** What holders of a printed copy may know about the contract. */
export function ContractCard({ contract }: { readonly contract: CheckedContract }) {
  const t = useTexts(checkTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, status, startTime, finishTime, parties, files } = contract;
  const { Icon, text } =
    stateLooks[
      status < FlowStatus.completed ? 'waiting' : status === FlowStatus.completed ? 'done' : 'ended'
    ];
  useEffect(() => {
    heading.current?.focus();
    document.title = title;
  }, [title]);
  return (
    <section
      aria-label={t.contract}
      className="animate-fade rounded-card border border-n-200 bg-n-0 p-4 sm:p-6 print:animate-none"
    >
      <h2 ref={heading} tabIndex={-1} className="m-0 text-head font-semibold outline-none names">
        <bdi>{title}</bdi>
      </h2>
      <p className={`m-0 mt-1 mb-4 flex items-center gap-2 text-body font-medium ${text}`}>
        <Icon {...iconSize} className="shrink-0" />
        {t.statuses[status]}
      </p>
      <div className="gap-8 lg:grid lg:grid-cols-2">
        <div>
          <Rows
            rows={[
              [t.flowCode, contract.flowCode],
              [t.initiator, contract.corpName],
              [t.started, startTime === null ? null : momentInFull(startTime)],
              [t.finished, finishTime === null ? null : momentInFull(finishTime)],
              [
                t.history,
                <span key="history" className={contract.historyIntact ? '' : 'font-medium text-danger'}>
                  {contract.historyIntact ? t.historyIntact : t.historyBroken}
                </span>,
              ],
            ]}
          />
        </div>
        <div>
          <h3 className="m-0 mb-2 text-desk font-semibold">{t.signers}</h3>
          <ul className="m-0 mb-4 flex list-none flex-col gap-2 p-0 text-small">
            {parties.map(({ name, personName, signTime }) => (
              <li key={`${name} ${personName}`}>
                <p className="m-0 font-medium names">
                  <bdi>{name}</bdi>
                </p>
                <p className={`figures m-0 ${signTime === null ? 'text-warning' : 'text-n-600'}`}>
                  {signTime === null ? t.notSigned : t.signed(momentInFull(signTime))}
                  {personName !== null && ` · ${t.acting(personName)}`}
                </p>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <h3 className="m-0 mb-2 text-desk font-semibold">{t.files}</h3>
      {files.map((file) => (
        <FileHashes key={file.sha256} file={file} />
      ))}
    </section>
  );
}

function FileHashes({ file }: { readonly file: CheckedFile }) {
  const t = useTexts(checkTexts);
  const { fileName, pages, sha256, earlier } = file;
  return (
    <div className="mb-3 break-inside-avoid border-l-2 border-n-200 pl-3">
      <p className="m-0 mb-1 flex items-start gap-2 text-small font-medium names">
        <FileText {...smallIcon} className="mt-0.5 shrink-0 text-n-500" />
        <span>
          <bdi>{fileName}</bdi> <span className="font-normal text-n-500">{t.pages(pages)}</span>
        </span>
      </p>
      <p className="m-0 text-small text-n-500">{t.current}</p>
      <Hash value={sha256} />
      {earlier.length > 0 && (
        <Fold title={t.earlier(earlier.length)}>
          <p className="m-0 mb-2 text-small text-n-500">{t.paperHash}</p>
          {[...earlier].reverse().map((version) => (
            <div key={version.sha256} className="mb-2">
              <p className="figures m-0 text-small text-n-500">{momentInFull(version.time)}</p>
              <Hash value={version.sha256} />
            </div>
          ))}
        </Fold>
      )}
    </div>
  );
}

/** A hash in groups, easy to compare with paper; copying yields it without spaces. */
function Hash({ value }: { readonly value: string }) {
  const starts = Array.from({ length: Math.ceil(value.length / 8) }, (_, index) => 8 * index);
  return (
    <p className="figures m-0 mb-2 flex flex-wrap gap-x-2 font-mono text-small text-n-900">
      {starts.map((start) => (
        <span key={start}>{value.slice(start, start + 8)}</span>
      ))}
    </p>
  );
}
