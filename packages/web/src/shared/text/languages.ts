/** The languages of the pages. */
export type Language = 'zh' | 'en';
