import type {
  VerifyPageCertificate,
  VerifyPageSignature,
  VerifyPageTimestamp,
} from '@cinnabar/api/pages/verify.js';
import { iconSize } from '../shared/components/icons.js';
import { momentInFull } from '../shared/format/dates.js';
import { useTexts } from '../shared/text/language.js';
import { Changes } from './changes.js';
import { Fold } from './fold.js';
import { Reasons } from './reasons.js';
import { Rows } from './rows.js';
import { TechnicalDetails } from './technical-details.js';
import { verdictLooks } from './verdict.js';
import { verifyTexts } from './verify-texts.js';

/** One signature: signer, time, verdict and later changes; everything else is collapsed. */
export function SignatureCard({ signature }: { readonly signature: VerifyPageSignature }) {
  const t = useTexts(verifyTexts);
  const { conclusion, kind, level, seal, changesAfter, coversWholeDocument, chain } = signature;
  const { Icon, text } = verdictLooks[conclusion];
  const isTimestamp = kind === 'timestamp';
  const forbidden = changesAfter.filter(({ allowed, unclear }) => !allowed && !unclear).length;
  const undecided = changesAfter.filter(({ unclear }) => unclear).length;
  const later =
    forbidden > 0
      ? t.laterForbidden(forbidden)
      : changesAfter.length === 0
        ? t.laterNone
        : undecided > 0
          ? t.laterUnclear(undecided)
          : t.laterAllowed(changesAfter.length);
  return (
    <article className="rounded-card border border-n-200 bg-n-0 p-4 sm:p-6">
      <header className="mb-3 flex items-start gap-3">
        <Icon {...iconSize} className={`mt-1 shrink-0 ${text}`} />
        <div className="min-w-0">
          <h3 className="m-0 text-title font-semibold names">
            <bdi>{isTimestamp ? t.documentTimestamp : signature.signerName}</bdi>
          </h3>
          <p className={`m-0 text-small font-medium ${text}`}>{t.signatureWords[conclusion]}</p>
        </div>
      </header>
      <Rows
        rows={[
          [t.when, <When key="when" signature={signature} />],
          [t.seal, seal === null ? null : t.sealOf(seal.name, seal.sealCode, seal.maker)],
          [
            t.sealValidity,
            seal === null ? null : `${momentInFull(seal.validFrom)} – ${momentInFull(seal.validUntil)}`,
          ],
          [
            t.level,
            isTimestamp || seal !== null
              ? null
              : level === null
                ? t.noLevel
                : `PAdES ${level} · ${t.levels[level]}`,
          ],
          // Most readers cannot judge it, so it is told where the verdict is.
          [t.key, chain[0]?.algorithm === 'sm2' ? t.sm2 : null],
          [t.coverage, coversWholeDocument ? t.coversAll : t.coversTo(signature.revision)],
          [t.later, later],
          [t.signedFor, signature.reason],
          [t.at, signature.location],
        ]}
      />
      <Reasons problems={signature.problems} />
      <Changes changes={changesAfter} isOpen={forbidden + undecided > 0} />
      <TechnicalDetails problems={signature.problems} changes={changesAfter} />
      <Fold title={t.details}>
        <Rows
          rows={[
            [t.claimedTime, signature.claimedTime === null ? null : momentInFull(signature.claimedTime)],
            [
              t.authority,
              signature.timestamps.length === 0 ? null : (
                <Stamps key="stamps" timestamps={signature.timestamps} />
              ),
            ],
          ]}
        />
        {chain.length > 1 && <p className="m-0 mb-2 text-small text-n-500">{t.chain(chain.length)}</p>}
        {chain.map((certificate) => (
          <Certificate key={certificate.fingerprint} certificate={certificate} />
        ))}
      </Fold>
    </article>
  );
}

function When({ signature: { kind, provenTime, claimedTime } }: { readonly signature: VerifyPageSignature }) {
  const t = useTexts(verifyTexts);
  if (provenTime !== null) {
    const time = momentInFull(provenTime);
    return kind === 'timestamp' ? t.provenStamp(time) : t.proven(time);
  }
  return claimedTime === null ? t.noTime : t.claimed(momentInFull(claimedTime));
}

function Stamps({ timestamps }: { readonly timestamps: readonly VerifyPageTimestamp[] }) {
  const t = useTexts(verifyTexts);
  return timestamps.map(({ time, authority, trusted }) => (
    <span key={`${time} ${authority}`} className="block">
      {[authority, time === null ? null : momentInFull(time), trusted ? null : t.notReliedOn]
        .filter((part) => part !== null && part !== '')
        .join(' · ')}
    </span>
  ));
}

function Certificate({ certificate }: { readonly certificate: VerifyPageCertificate }) {
  const t = useTexts(verifyTexts);
  const { subject, issuer, serialNumber, notBefore, notAfter, algorithm, fingerprint } = certificate;
  return (
    <div className="mb-4 break-inside-avoid border-l-2 border-n-200 pl-3 last:mb-0">
      <Rows
        rows={[
          [t.subject, subject],
          [t.issuer, issuer],
          [t.serial, serialNumber],
          [t.validity, `${momentInFull(notBefore)} – ${momentInFull(notAfter)}`],
          [t.key, algorithm === 'sm2' ? t.sm2 : algorithm],
          [t.fingerprint, fingerprint],
        ]}
      />
    </div>
  );
}
