/** What is said to people, in both languages of the interface. */
export interface Words {
  readonly zh: string;
  readonly en: string;
}
