/**
 * Where a path leads and what kind of place that is. The gate judges by `place`:
 * workspace runs, outside asks, secret and own are refused on every route.
 */
export interface PathFact {
  /** As the model wrote it. */
  input: string;
  /** Absolute, links followed as far as the path exists. */
  real: string;
  access: 'read' | 'write';
  place: 'workspace' | 'outside' | 'secret' | 'own';
  exists: boolean;
}

/** The folder a run works in, and the one resolver of every path. */
export interface Workspace {
  /** Absolute real path. */
  readonly root: string;
  resolve(input: string, access: 'read' | 'write'): Promise<PathFact>;
  /** What kind of place a real path is, for reading, without looking at the disk: for results of a search that followed no link. */
  placeOf(real: string): PathFact['place'];
}
