/** Asked for now, looked at later: until then its failure is nobody's. */
export function ahead<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => undefined);
  return asked;
}
