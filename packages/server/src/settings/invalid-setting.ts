/** A setting with which the service refuses to start. The message begins with its name and repeats no secret. */
export class InvalidSetting extends Error {
  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`);
    this.name = 'InvalidSetting';
  }
}
