/** Expected responses, typed from the specification (part 7) and the decisions, never taken from packages/api. */
export interface Expected {
  readonly status: number;
  readonly code: string;
  readonly reason?: string;
  /** Text that `msg` must contain: the invalid field. */
  readonly names?: readonly string[];
}

const generic = (status: number, reason?: string): Expected => ({
  status,
  code: String(status),
  ...(reason === undefined ? {} : { reason }),
});

/** Named and family codes are returned with HTTP 200. */
export const named = (code: string, ...names: readonly string[]): Expected => ({
  status: 200,
  code,
  ...(names.length === 0 ? {} : { names }),
});

/** A code that can no longer be correct, or was never requested by its sender. */
export const endedCode: Expected = { ...named('1401'), reason: 'CODE_ENDED' };

/** 400 that names the field. */
export const invalid = (...names: readonly string[]): Expected => ({ ...generic(400), names });

export const invalidHeader = (name: string): Expected => ({
  ...generic(400, 'INVALID_HEADER'),
  names: [name],
});

export const unreadableBody = generic(400, 'INVALID_BODY');
export const nameMismatch = (path: string): Expected => ({
  ...generic(400, 'NAME_MISMATCH'),
  names: [path],
});
export const tokenInvalid = generic(401, 'TOKEN_INVALID');
export const credentialsWrong = generic(401, 'CREDENTIALS_WRONG');
export const denied = generic(403, 'PERMISSION_DENIED');
export const notOwnSession = generic(403, 'OWN_SESSION_REQUIRED');
export const notMember = generic(403, 'NOT_MEMBER');
export const notFound = generic(404);
export const tooLarge = generic(413);
export const wrongContentType = generic(415);
export const limited = (reason: string): Expected => generic(429, reason);

/** 409 with one of the reasons of the decisions. */
export const conflict = (reason: string): Expected => generic(409, reason);

/** 403 with one of the reasons of the decisions. */
export const forbidden = (reason: string): Expected => generic(403, reason);
