/** Size and weight of icons that stand beside text. */
export const iconSize = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
export const smallIcon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
export const largeIcon = { size: 48, strokeWidth: 1.5, 'aria-hidden': true } as const;
