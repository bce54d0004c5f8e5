/** Whether the latest draft is on the server. */
export type Saving =
  | { readonly state: 'idle' | 'saving' | 'unsaved' }
  | { readonly state: 'saved'; readonly time: string };
