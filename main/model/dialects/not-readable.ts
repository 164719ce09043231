/** Why an answer can't be read whole, in words for the model. Thrown inside a dialect, turned into the turn's `problem`. */
export class NotReadable extends Error {}
