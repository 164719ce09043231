/** A step that can't be done, said to the model: one of the envelope's codes, what and why, what to try next. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
