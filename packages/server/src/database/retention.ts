/** How long each kind of data is kept: the only place that says so. docs/privacy.md is compared with it. */
import type { Database } from './schema.js';

const DAY_MS = 24 * 3_600_000;

interface Kind {
  readonly tables: readonly (keyof Database)[];
  /** Days after the last use or the end; 0: until they end. A text: the setting that says how many. */
  readonly days: number | RetentionSetting;
}

/** Settings of retention, by their names in the environment. */
export const retentionSettings = {
  AUDIT_DATA_RETENTION_DAYS: 'auditDataRetentionDays',
  CLOSED_CORP_RETENTION_DAYS: 'closedCorpRetentionDays',
  DRAFT_RETENTION_DAYS: 'draftRetentionDays',
  SMS_LOG_RETENTION_DAYS: 'smsLogRetentionDays',
  WEBHOOK_RETENTION_DAYS: 'webhookRetentionDays',
} as const;
export type RetentionSetting = keyof typeof retentionSettings;

/** The part of the configuration that has them. */
export type RetentionConfig = Readonly<Record<(typeof retentionSettings)[RetentionSetting], number>>;

export const retention = {
  answers: {
    tables: ['idempotency_keys'],
    days: 1,
  },
  counters: { tables: ['rate_counters'], days: 2 },
  sessions: {
    tables: [
      'person_sessions',
      'console_sessions',
      'platform_sessions',
      'login_challenges',
      'handwriting_pads',
    ],
    days: 0,
  },
  browsers: { tables: ['login_devices'], days: 400 },
  links: { tables: ['link_grants', 'link_sessions'], days: 30 },
  codes: { tables: ['sms_codes'], days: 0 },
  smsLog: {
    tables: ['sms_messages'],
    days: 'SMS_LOG_RETENTION_DAYS',
  },
  mails: { tables: ['mails'], days: 30 },
  faceChecks: { tables: ['face_orders', 'own_face_checks'], days: 30 },
  drafts: {
    tables: ['contract_drafts', 'page_drafts'],
    days: 'DRAFT_RETENTION_DAYS',
  },
  uploads: { tables: ['stored_files'], days: 7 },
  events: { tables: ['outbox'], days: 7 },
  webhooks: {
    tables: ['webhook_deliveries', 'webhook_messages'],
    days: 'WEBHOOK_RETENTION_DAYS',
  },
  auditData: {
    tables: ['audit_personal_data'],
    days: 'AUDIT_DATA_RETENTION_DAYS',
  },
  closedCorps: { tables: ['corp_closures'], days: 'CLOSED_CORP_RETENTION_DAYS' },
  erasedFiles: {
    tables: ['erased_blobs'],
    days: 0,
  },
  reports: { tables: ['retention_removals'], days: 400 },
} as const satisfies Readonly<Record<string, Kind>>;

export type RetentionKind = keyof typeof retention;

export function isRetentionKind(name: string): name is RetentionKind {
  return Object.hasOwn(retention, name);
}

export function daysOf(kind: RetentionKind, config: RetentionConfig): number {
  const { days } = retention[kind];
  return typeof days === 'number' ? days : config[retentionSettings[days]];
}

/** What is older is removed. */
export function removedBefore(kind: RetentionKind, config: RetentionConfig, now: Date): Date {
  return new Date(now.getTime() - daysOf(kind, config) * DAY_MS);
}
