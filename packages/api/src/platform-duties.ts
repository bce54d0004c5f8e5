/**
 * Duties of the platform's operators, which graded protection wants in different hands: `system` keeps the service and
 * its enterprises going, `security` decides on seals and certificates, `audit` reads what both have done.
 */
export const platformDuties = ['system', 'security', 'audit'] as const;
export type PlatformDuty = (typeof platformDuties)[number];
