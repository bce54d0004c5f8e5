/** The icons of the pages, at the size and weight of the text beside them. */
export const iconSize = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
export const smallIcon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
export const largeIcon = { size: 48, strokeWidth: 1.5, 'aria-hidden': true } as const;
