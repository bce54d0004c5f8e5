/** Path prefix under which sessions of the console call operations of the interface. */
export const OPERATIONS_OF_CONSOLE = '/console/operations';

/** Header with the session's key. */
export const CONSOLE_SESSION_HEADER = 'consoleSession';

/** Header with the enterprise for which the person acts. */
export const CONSOLE_CORP_HEADER = 'corpId';

/** Why a session does not enter an enterprise. */
export const consoleDoorReasons = [
  'NOT_MEMBER',
  'SECOND_FACTOR_REQUIRED',
  'LOGIN_METHOD_NOT_ALLOWED',
  'NETWORK_NOT_ALLOWED',
] as const;
