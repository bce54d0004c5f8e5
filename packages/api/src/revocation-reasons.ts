/** Reasons for revoking a certificate (RFC 5280, 5.3.1), as `certificate revoke` takes them. */
export const revocationReasons = [
  'unspecified',
  'keyCompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'privilegeWithdrawn',
] as const;
