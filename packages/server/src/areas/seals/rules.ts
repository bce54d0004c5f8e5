import { SealStatus } from '@cinnabar/api/enums.js';
import type { Role } from '@cinnabar/api/permissions.js';
import { holdsRight } from '@cinnabar/api/permissions.js';
import type { PersonalSealSource, SealId, SealSource } from '@cinnabar/api/schemas/seal.js';

/** Only an enabled seal signs. */
export function isUsable(seal: { readonly status: SealStatus }): boolean {
  return seal.status === SealStatus.enabled;
}

/** Roles that may place any seal of the enterprise at once, without an authorisation. */
export function mayUseSeal(roles: readonly Role[]): boolean {
  return holdsRight(roles, 'manageSeals');
}

/** Actions of the operator on an enterprise's seal. */
export type SealMove = 'pass' | 'reject' | 'suspend' | 'resume';

const SEAL_MOVES: Readonly<Record<SealMove, readonly [from: SealStatus, to: SealStatus]>> = {
  pass: [SealStatus.pendingReview, SealStatus.enabled],
  reject: [SealStatus.pendingReview, SealStatus.rejected],
  suspend: [SealStatus.enabled, SealStatus.suspended],
  resume: [SealStatus.suspended, SealStatus.enabled],
};

/** The status after the transition; null if the seal's status does not allow it. */
export function movedStatus(status: SealStatus, move: SealMove): SealStatus | null {
  const [from, to] = SEAL_MOVES[move];
  return status === from ? to : null;
}

/**
 * The change of a seal's status by its own enterprise: `none` if it has the wanted one already, `byPlatform` if only the
 * platform resumes it, `neverEnabled` if it has not passed its review.
 */
export function ownMove(
  seal: { readonly status: SealStatus; readonly stoppedByPlatform: boolean },
  wanted: typeof SealStatus.enabled | typeof SealStatus.suspended,
): 'suspend' | 'resume' | 'none' | 'byPlatform' | 'neverEnabled' {
  if (seal.status === wanted) return 'none';
  if (seal.status === SealStatus.enabled) return 'suspend';
  if (seal.status !== SealStatus.suspended) return 'neverEnabled';
  return seal.stoppedByPlatform ? 'byPlatform' : 'resume';
}

/** Determines the new default after the previous one is gone. */
export function oldestUsable<
  Seal extends { readonly seal_id: SealId; readonly status: SealStatus; readonly created_at: Date },
>(seals: readonly Seal[]): Seal | null {
  const [oldest] = seals
    .filter(isUsable)
    .toSorted((one, other) => +one.created_at - +other.created_at || one.seal_id - other.seal_id);
  return oldest ?? null;
}

/** Unique because ids are, and of constant width so that lists align. */
export function sealCode(sealId: number): string {
  return `SEAL${String(sealId).padStart(12, '0')}`;
}

/** Initial status of a seal. With SEAL_REVIEW, image seals start as pending review. */
export function firstStatus(source: SealSource, sealReview: boolean): SealStatus {
  return source === 'IMAGE' && sealReview ? SealStatus.pendingReview : SealStatus.enabled;
}

/** ms; nobody remembers an older upload. */
const UPLOAD_LIFE = 30 * 60_000;

/** Whether a seal can still be made of a picture: it is recent, and unused. */
export function isUsableUpload(
  upload: { readonly created_at: Date; readonly seal_id: SealId | null },
  now: Date,
): boolean {
  return upload.seal_id === null && now.getTime() - upload.created_at.getTime() <= UPLOAD_LIFE;
}

/** mm; handwriting fits a person's signature area of default size, a picture is as high as a name seal. */
const PERSONAL_SEAL_ROOM: Readonly<
  Record<PersonalSealSource, { readonly width: number; readonly height: number }>
> = {
  HANDWRITING: { width: 31, height: 15 },
  IMAGE: { width: 31, height: 20 },
};

/** Width and height in mm, to a tenth, of a picture in px: as large as fits, with its aspect ratio. */
export function personalSealSize(
  source: PersonalSealSource,
  picture: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const room = PERSONAL_SEAL_ROOM[source];
  const scale = Math.min(room.width / picture.width, room.height / picture.height);
  const inTenths = (px: number) => Math.max(1, Math.round(px * scale * 10)) / 10;
  return { width: inTenths(picture.width), height: inTenths(picture.height) };
}
