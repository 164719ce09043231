/** An argument that can't be taken; the message names it, the hint says what to give instead. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
